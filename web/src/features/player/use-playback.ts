import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { diagnose } from "./failure.ts";
import { initialPlayback, next, type PlaybackEvent, reportOf } from "./playback.ts";
import type { PlayerProps, Source } from "./player-props.ts";
import { storedPreferences } from "./preferences.ts";

type Options = Pick<PlayerProps, "sources" | "startAt" | "film" | "onRenew"> & {
  /** The duration that the server measured; null while it has not. */
  duration: number | null;
};

interface Renewed {
  /** The address that these sources stand in for. */
  of: string | undefined;
  sources: readonly Source[];
  times: number;
}

const reported = [
  ...["loadedmetadata", "loadeddata", "durationchange", "progress", "canplay", "timeupdate"],
  ...["play", "playing", "pause", "waiting", "seeking", "seeked", "ended"],
  ...["volumechange", "ratechange"],
];

/** Joins the element and the state machine: its events go in, loading it again comes out. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, options: Options) {
  const [playback, dispatch] = useReducer(next, options.duration, initialPlayback);
  const [renewed, setRenewed] = useState<Renewed>();
  const given = options.sources[0]?.src;
  const sources = renewed?.of === given ? (renewed?.sources ?? []) : options.sources;
  const times = renewed?.times ?? 0;
  const src = sources[0]?.src;
  const seekOnLoad = useRef(options.startAt);

  useEffect(() => {
    dispatch({ type: "measured", duration: options.duration });
  }, [options.duration]);

  useEffect(() => {
    if (video.current) return follow(video.current, dispatch, seekOnLoad);
  }, [video]);

  // The element loads its first address by itself; of another address or another attempt it must be told.
  const wanted = `${times} ${src}`;
  const loaded = useRef(wanted);
  const { film } = options;
  const shown = useRef(film?.count);
  const load = useEffectEvent(() => {
    if (film && shown.current !== film.count) seekOnLoad.current = film.at;
    shown.current = film?.count;
    seekOnLoad.current ??= playback.brokeAt ?? playback.time;
    video.current?.load();
    if (playback.playsOn) void video.current?.play().catch(() => {});
  });
  useEffect(() => {
    if (loaded.current === wanted) return;
    loaded.current = wanted;
    load();
  }, [wanted]);

  const renew = useEffectEvent(async () => {
    const fresh = await options.onRenew?.().catch(() => undefined);
    setRenewed({ of: given, sources: fresh ?? sources, times: times + 1 });
  });
  const findOut = useEffectEvent(async () => {
    const share = (playback.brokeAt ?? 0) / (playback.duration ?? Number.POSITIVE_INFINITY);
    dispatch({ type: "diagnosed", failure: await diagnose(src ?? "", share) });
  });
  useEffect(() => {
    if (playback.phase === "recovering") void renew();
    if (playback.phase === "diagnosing") void findOut();
  }, [playback.phase]);

  return { playback, sources, dispatch, seekOnLoad };
}

function follow(
  video: HTMLVideoElement,
  dispatch: (event: PlaybackEvent) => void,
  seekOnLoad: RefObject<number | undefined>,
) {
  const { volume, muted, rate } = storedPreferences();
  Object.assign(video, { volume, muted, defaultPlaybackRate: rate, playbackRate: rate });
  const stopped = new AbortController();
  const { signal } = stopped;
  const report = () => dispatch({ type: "report", report: reportOf(video) });
  for (const name of reported) video.addEventListener(name, report, { signal });
  const seek = () => {
    // Seeks to the beginning as well: without a seek the captions there are not shown.
    if (seekOnLoad.current !== undefined) video.currentTime = seekOnLoad.current;
    seekOnLoad.current = undefined;
  };
  video.addEventListener("loadedmetadata", seek, { signal });
  // The error of a <source> does not bubble, and only the last source's is final.
  const broke = ({ target }: Event) => {
    const isFinal = target === video || target === video.querySelector("source:last-of-type");
    if (isFinal) dispatch({ type: "broke" });
  };
  video.addEventListener("error", broke, { signal, capture: true });
  if (video.readyState > 0) seek();
  report();
  return () => stopped.abort();
}
