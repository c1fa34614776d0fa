import { type ReactNode, useEffect, useState } from "react";

/** The data that a player needs to show a recording that lies on this computer. */
export interface Result {
  src: string;
  type: string;
  title: string;
  /** Seconds; a recorder's file does not say how long it is. */
  duration: number;
}

interface Props extends Omit<Result, "src" | "type"> {
  blob: Blob;
  player: (result: Result) => ReactNode;
}

/** Plays the recording from this computer's disk. */
export function Playback({ blob, player, ...result }: Props) {
  const url = useBlobUrl(blob);
  return url && player({ ...result, src: url, type: blob.type });
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
