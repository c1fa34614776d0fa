import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Watched } from "#contract/viewers.ts";
import { newKey } from "#web/data/viewers.ts";
import { ApiError } from "#web/lib/api-error.ts";
import type { PlayerProps } from "./player-props.ts";
import { newWatch } from "./watched.ts";

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
  const seen = () => {
    if (document.visibilityState !== "hidden") return plays();
    stops();
    leave();
  };
  document.addEventListener("visibilitychange", seen, { signal });
  const left = () => {
    stops();
    leave();
  };
  window.addEventListener("pagehide", left, { signal });
  const clock = setInterval(() => void send(), EVERY_MS);
  return () => {
    left();
    clearInterval(clock);
    stopped.abort();
  };
}

/** Sends one after the other. What did not arrive is sent again under its number, so that it counts once. */
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
        const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (isRefused) waiting = undefined;
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
