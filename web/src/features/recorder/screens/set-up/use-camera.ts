import { useEffect, useState } from "react";
import { stop } from "#web/features/recorder/capture/sources.ts";

/** An open camera, for as long as it is looked at; `open` is asked anew for another `key`, and never for none. */
export function useCamera(
  key: string | null,
  open: () => Promise<MediaStream>,
  onMissing: () => void,
): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new callbacks do not mean another camera
  useEffect(() => {
    if (key === null) return;
    let isOver = false;
    let opened: MediaStream | null = null;
    open().then(
      (camera) => {
        if (isOver) return stop(camera);
        opened = camera;
        setStream(camera);
      },
      () => !isOver && onMissing(),
    );
    return () => {
      isOver = true;
      // At once: many phones open no second camera beside the first.
      stop(opened);
      setStream(null);
    };
  }, [key]);
  return stream;
}
