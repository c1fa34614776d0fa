import { useEffect, useState } from "react";

/** Plays the recording from this computer's disk. */
export function Playback({ blob }: { blob: Blob }) {
  const url = useBlobUrl(blob);
  if (!url) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are made after a recording is saved
    <video
      src={url}
      controls
      playsInline
      aria-label="Your recording"
      className="size-full object-contain"
      onLoadedMetadata={(event) => findDuration(event.currentTarget)}
    />
  );
}

function useBlobUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

const BEYOND_ANY_END = 1e101;

/** A recorder's file does not say how long it is; the browser finds out when it looks for the end. */
function findDuration(video: HTMLVideoElement) {
  if (Number.isFinite(video.duration)) return;
  const goBack = () => {
    if (!Number.isFinite(video.duration)) return;
    video.removeEventListener("durationchange", goBack);
    video.currentTime = 0;
  };
  video.addEventListener("durationchange", goBack);
  video.currentTime = BEYOND_ANY_END;
}
