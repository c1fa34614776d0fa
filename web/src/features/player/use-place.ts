import { useEffect, useState } from "react";
import type { Playback } from "./playback.ts";
import { keepPlace, startOf, storedPlaces } from "./resume.ts";

/** Where to begin, asked once. */
export function useStart(recordingId: string, startAt: number | undefined) {
  const [start] = useState(() => startOf(startAt, storedPlaces(), recordingId));
  return start;
}

/** Remembers where somebody stopped, every few seconds and whenever playing begins or ends. */
export function usePlaceKept(recordingId: string, { phase, time, duration }: Playback) {
  const moment = Math.floor(time / 5);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the exact time changes too often to be kept each time
  useEffect(() => {
    if (time > 0 && (phase === "playing" || phase === "paused" || phase === "ended")) {
      keepPlace(recordingId, { time, duration });
    }
  }, [recordingId, phase, moment]);
}
