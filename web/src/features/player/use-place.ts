import { useEffect, useState } from "react";
import type { Playback } from "./playback.ts";
import { keepPlace, startOf, storedPlaces } from "./resume.ts";

/** Where to begin, asked once. */
export function useStart(recordingId: string | undefined, startAt: number | undefined) {
  const [start] = useState(() =>
    recordingId === undefined ? undefined : startOf(startAt, storedPlaces(), recordingId),
  );
  return start;
}

/** Remembers where somebody stopped, every few seconds and whenever playing begins or ends. */
export function usePlaceKept(recordingId: string | undefined, { phase, time, duration }: Playback) {
  const moment = Math.floor(time / 5);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the exact time changes too often to be kept each time
  useEffect(() => {
    if (recordingId === undefined) return;
    if (time > 0 && (phase === "playing" || phase === "paused" || phase === "ended")) {
      keepPlace(recordingId, { time, duration });
    }
  }, [recordingId, phase, moment]);
}
