import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Recording } from "#contract/recordings.ts";
import { mediaTokenQuery, streamUrl } from "#web/data/recordings.ts";

const LINGER = 350;

/** Plays the first moments without sound while the pointer rests on the card. */
export function HoverPreview({ recording }: { recording: Recording }) {
  const hasLingered = useAfter(LINGER);
  const { data } = useQuery({ ...mediaTokenQuery(recording.id), enabled: hasLingered });
  const [isPlaying, setPlaying] = useState(false);
  if (!data || !hasLingered) return null;
  return (
    <video
      src={streamUrl(recording.id, data.token)}
      aria-hidden="true"
      tabIndex={-1}
      autoPlay
      muted
      loop
      playsInline
      disablePictureInPicture
      onPlaying={() => setPlaying(true)}
      className="pointer-events-none absolute inset-0 size-full bg-stage object-contain transition-opacity"
      style={{ opacity: isPlaying ? 1 : 0 }}
    />
  );
}

function useAfter(milliseconds: number) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}
