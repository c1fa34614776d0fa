import { useEffect } from "react";
import { z } from "zod";
import { stored } from "#web/lib/browser/browser-storage.ts";
import type { Playback } from "./playback.ts";

/** Remembers where somebody stopped, every few seconds and whenever playing begins or ends. */
export function usePlaceKept(recordingId: string | undefined, { phase, time, duration }: Playback) {
  const moment = Math.floor(time / 5);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the exact time changes too often to be kept each time
  useEffect(() => {
    if (recordingId === undefined) return;
    if (time > 0 && (phase === "playing" || phase === "paused" || phase === "ended"))
      keepPlace(recordingId, { time, duration });
  }, [recordingId, phase, moment]);
}

const Places = z.record(z.string(), z.object({ time: z.number(), at: z.number() }));
export type Places = z.infer<typeof Places>;

const places = stored({ key: "kinora.places", schema: Places, fallback: {} });
const MOST_PLACES = 200;
/** Neither the first seconds nor the end are a place to come back to. */
const FROM_START_SECONDS = 5;
const FROM_END_SECONDS = 8;

type StoppedAt = Pick<Playback, "time" | "duration">;

/** The places where somebody stopped, with this one kept or, at either end of the video, let go. */
export function remember(places: Places, id: string, place: StoppedAt, now: number): Places {
  const { [id]: _old, ...others } = places;
  if (!isWorthKeeping(place)) return others;
  const newest = Object.entries(others)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST_PLACES - 1);
  return { ...Object.fromEntries(newest), [id]: { time: place.time, at: now } };
}

const isWorthKeeping = ({ time, duration }: StoppedAt) =>
  time >= FROM_START_SECONDS && (duration === null || time <= duration - FROM_END_SECONDS);

/** A link's moment wins over where one stopped. A film that was cut since may have no such place any more. */
export function startOf(linked: number | undefined, time: number, duration: number | null) {
  if (linked !== undefined) return { time: linked, isResumed: false };
  return isWorthKeeping({ time, duration }) ? { time, isResumed: true } : undefined;
}

export const storedPlaces = (): Places => places.read();

export const keepPlace = (id: string, place: StoppedAt) =>
  places.write(remember(storedPlaces(), id, place, Date.now()));
