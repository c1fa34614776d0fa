import { chosenRate } from "./keys.ts";

/** The player's state: the element's last report, and the place of the video when the element fails. */
export interface Playback extends Pick<Report, "time" | "buffered" | "volume" | "muted" | "rate"> {
  phase: "loading" | "paused" | "playing" | "ended" | "recovering" | "diagnosing" | "failed";
  hasStarted: boolean;
  /** The element wants to play and has nothing to show. */
  waiting: boolean;
  /** Seconds; null while nobody knows how long the video is. */
  duration: number | null;
  /** The place where the video broke, if it has not played on since: a second break there is final. */
  brokeAt: number | null;
  /** The video was playing when it broke, so it plays again once it is back. */
  playsOn: boolean;
  failure: Diagnosis | null;
}

export interface Span {
  start: number;
  end: number;
}

export const spansOf = (times: TimeRanges): Span[] =>
  Array.from({ length: times.length }, (_, index) => ({
    start: times.start(index),
    end: times.end(index),
  }));

/** The reason why the video cannot be played, as far as one question to the server can tell. */
export type Failure = "gone" | "offline" | "server" | "unplayable";

export interface Diagnosis {
  why: Failure;
  /** The server's words about it, where they are worth more than ours. */
  said?: string | undefined;
}

export type Report = ReturnType<typeof reportOf>;

export const reportOf = (video: HTMLVideoElement) => ({
  paused: video.paused,
  ended: video.ended,
  readiness: video.readyState,
  time: video.currentTime,
  /** NaN before the metadata, Infinity for a WebM that was written without one. */
  duration: video.duration,
  buffered: spansOf(video.buffered),
  volume: video.volume,
  muted: video.muted,
  rate: chosenRate(video),
});

export type PlaybackEvent =
  | { type: "report"; report: Report }
  | { type: "measured"; duration: number | null }
  | { type: "broke" | "retry" }
  | { type: "diagnosed"; failure: Diagnosis };

const HAVE_METADATA = 1;
const HAVE_CURRENT_DATA = 2;
const HAVE_FUTURE_DATA = 3;
/** The video has recovered once it has played this far past the break. */
const PAST_THE_BREAK = 1;

export function initialPlayback(measured: number | null): Playback {
  return {
    phase: "loading",
    hasStarted: false,
    waiting: false,
    time: 0,
    duration: measured,
    buffered: [],
    volume: 1,
    muted: false,
    rate: 1,
    brokeAt: null,
    playsOn: false,
    failure: null,
  };
}

export function next(state: Playback, event: PlaybackEvent): Playback {
  switch (event.type) {
    case "report":
      return afterReport(state, event.report);
    case "measured":
      return { ...state, duration: event.duration ?? state.duration };
    case "broke":
      return afterBreak(state);
    case "diagnosed":
      return state.phase === "diagnosing"
        ? { ...state, phase: "failed", failure: event.failure }
        : state;
    case "retry":
      return state.phase === "failed" ? { ...state, phase: "recovering", failure: null } : state;
  }
}

/** Where the element knows no length, the server's measure counts, or a later place that was played. */
export function lengthOf(reported: number, measured: number | null, furthest: number) {
  if (Number.isFinite(reported) && reported > 0) return reported;
  if (measured === null) return null;
  return Math.max(measured, furthest);
}

export function reachOf({ duration, time, buffered }: Playback) {
  return duration ?? Math.max(time, ...buffered.map((span) => span.end), 0);
}

function afterReport(state: Playback, report: Report): Playback {
  const { volume, muted, rate } = report;
  if (state.phase === "diagnosing" || state.phase === "failed") return state;
  // While it loads again the element stands at zero; the place where it broke is what counts.
  if (state.phase === "recovering" && report.readiness < HAVE_CURRENT_DATA) return state;
  const { time } = report;
  const hasRecovered = state.brokeAt !== null && Math.abs(time - state.brokeAt) > PAST_THE_BREAK;
  return {
    ...state,
    phase: phaseOf(report),
    hasStarted: state.hasStarted || !report.paused,
    waiting: !report.paused && report.readiness < HAVE_FUTURE_DATA,
    time,
    duration: lengthOf(report.duration, state.duration, time),
    buffered: report.buffered,
    volume,
    muted,
    rate,
    brokeAt: hasRecovered ? null : state.brokeAt,
    playsOn: !report.paused,
  };
}

function phaseOf({ readiness, ended, paused }: Report): Playback["phase"] {
  if (readiness < HAVE_METADATA) return paused ? "loading" : "playing";
  if (ended) return "ended";
  return paused ? "paused" : "playing";
}

/** The first break may be an expired token or a file that was exchanged: load again, once. */
function afterBreak(state: Playback): Playback {
  if (state.phase === "diagnosing" || state.phase === "failed") return state;
  const phase = state.brokeAt === null ? "recovering" : "diagnosing";
  return { ...state, phase, waiting: false, brokeAt: state.brokeAt ?? state.time };
}
