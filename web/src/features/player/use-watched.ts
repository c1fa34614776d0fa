import { type RefObject, useEffect, useEffectEvent } from "react";
import { MOST_RANGES, MOST_SECONDS, type Watched } from "#contract/viewers.ts";
import { newKey } from "#web/data/viewers.ts";
import { isRefused } from "#web/lib/api-error.ts";
import type { PlayerProps } from "./player-props.ts";

const EVERY_MS = 10_000;

/** Tells what is truly played: not what is sought, and nothing while the page is hidden. */
export function useWatched(video: RefObject<HTMLVideoElement | null>, props: PlayerProps) {
  const { onWatched, duration } = props;
  const isTold = onWatched !== undefined && Boolean(duration);
  const tell = useEffectEvent(async (watched: Watched) => onWatched?.(watched));
  const film = useEffectEvent(() => duration ?? 0);
  useEffect(() => {
    if (video.current && isTold) return follow(video.current, film, tell);
  }, [video, isTold]);
}

type Tell = (watched: Watched) => Promise<unknown>;

function follow(video: HTMLVideoElement, film: () => number, tell: Tell) {
  const watch = newWatch();
  const { send, leave } = sender(() => watch.take(film()), tell);
  const stopped = new AbortController();
  const { signal } = stopped;
  const plays = () => {
    const isHidden = document.visibilityState === "hidden";
    if (!(video.paused || video.seeking || isHidden)) watch.plays(video.currentTime);
  };
  // While somebody goes elsewhere the element says already where to.
  const stops = () => watch.stops(video.seeking ? undefined : video.currentTime);
  for (const name of ["playing", "timeupdate", "seeked"])
    video.addEventListener(name, plays, { signal });
  for (const name of ["pause", "ended"]) video.addEventListener(name, stops, { signal });
  for (const name of ["seeking", "emptied"])
    video.addEventListener(name, () => watch.stops(), { signal });
  const left = () => {
    stops();
    leave();
  };
  const seen = () => (document.visibilityState === "hidden" ? left() : plays());
  document.addEventListener("visibilitychange", seen, { signal });
  window.addEventListener("pagehide", left, { signal });
  const clock = setInterval(() => void send(), EVERY_MS);
  return () => {
    stops();
    void send(); // after the part on its way: the server takes parts in their order
    clearInterval(clock);
    stopped.abort();
  };
}

/** Sends one after the other. A message that did not arrive is sent again under its number, so that it counts once. */
function sender(take: () => Watched["ranges"], tell: Tell) {
  const view_id = newKey();
  let n = 0;
  let waiting: Watched | undefined;
  let isBusy = false;
  const next = () => {
    const ranges = take();
    return ranges.length > 0 ? { view_id, n: ++n, ranges } : undefined;
  };
  return {
    async send() {
      if (isBusy) return;
      isBusy = true;
      try {
        for (waiting ??= next(); waiting; waiting = next()) await tell(waiting);
      } catch (error) {
        if (isRefused(error)) waiting = undefined;
      }
      isBusy = false;
    },
    /** There may be no later: nothing waits for an answer. */
    leave() {
      for (const last of [isBusy ? undefined : waiting, next()])
        if (last) void tell(last).catch(() => {});
      if (!isBusy) waiting = undefined;
    },
  };
}

/** From a second of the film to another, truly played. */
type Span = [number, number];

/** The stretches that were played and are not told yet. Times are the film's own: at another speed they pass faster. */
export function newWatch() {
  let played: Span[] = [];
  let now: Span | undefined;
  const stops = (at?: number) => {
    if (now) played.push([now[0], Math.max(now[1], at ?? 0)]);
    now = undefined;
  };
  return {
    plays(at: number) {
      if (!now || at < now[1]) {
        stops();
        now = [at, at];
      }
      now[1] = at;
    },
    /** It plays no more; `at` is where it stopped, unless somebody goes elsewhere. */
    stops,
    /** As much of it as one call may bring; the rest stays. */
    take(film: number): Span[] {
      const goesOnAt = now?.[1];
      stops();
      if (goesOnAt !== undefined) now = [goesOnAt, goesOnAt];
      const all = played.map(([start, end]): Span => [ms(start), ms(Math.min(end, film))]);
      const [taken, rest] = parted(all.filter(([start, end]) => end > start));
      played = rest;
      return taken;
    },
  };
}

const ms = (seconds: number) => Math.floor(seconds * 1000) / 1000;

function parted(spans: readonly Span[]): [Span[], Span[]] {
  const [taken, rest]: [Span[], Span[]] = [[], []];
  let room = MOST_SECONDS;
  for (const [start, end] of spans) {
    const until = taken.length < MOST_RANGES ? ms(Math.min(end, start + room)) : start;
    if (until > start) taken.push([start, until]);
    if (until < end) rest.push([until, end]);
    room -= until - start;
  }
  return [taken, rest];
}
