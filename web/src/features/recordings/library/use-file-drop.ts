import { useEffect, useEffectEvent, useState } from "react";

/** Files dropped anywhere on the page; true while some are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    window.addEventListener("dragenter", (event) => hasFiles(event) && setOver(true), { signal });
    window.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), {
      signal,
    });
    // Leaving one element for another is no leaving of the page.
    window.addEventListener("dragleave", (event) => !event.relatedTarget && setOver(false), {
      signal,
    });
    window.addEventListener(
      "drop",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => aborter.abort();
  }, []);
  return isOver;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
