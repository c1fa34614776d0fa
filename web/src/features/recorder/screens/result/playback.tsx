import type { ReactNode } from "react";
import { useObjectUrl } from "#web/lib/browser/use-object-url.ts";

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
  const url = useObjectUrl(blob);
  return url && player({ ...result, src: url, type: blob.type });
}
