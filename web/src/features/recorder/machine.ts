import { resumeClock, startClock, stopClock } from "./clock.ts";
import { messages, refusalToasts, warningToasts } from "./messages.ts";
import {
  type Effects,
  type Event,
  go,
  type In,
  type State,
  type Step,
  say,
  stay,
  type Throw,
} from "./steps.ts";

/** The recorder: a state, an event, and what follows from both. It touches nothing; `recorder.ts` carries effects out. */
const COUNTDOWN_SECONDS = 3;
export const initial: State = { name: "idle" };

/** The step for each event that a state knows; an event that it does not know changes nothing. */
type Moves<Some extends State> = {
  [Type in Event["type"]]?: (state: Some, event: Event & { type: Type }) => Step;
};

export function next(state: State, event: Event): Step {
  if (event.type === "owner-left") return whenOwnerLeft(state);
  const known: { [Type in Event["type"]]?: (state: never, event: never) => Step } =
    moves[state.name];
  return known[event.type]?.(state as never, event as never) ?? stay(state); // found by both names
}

/** Leaving the page now would lose a recording that runs, or one that is nowhere else. */
export function mustAskBeforeLeaving(state: State): boolean {
  if (state.name === "ready" || state.name === "failed") return !state.downloaded;
  return ["countdown", "recording", "paused", "stopping", "saving"].includes(state.name);
}

/** An ended recording is its owner's alone, and is put away; one that still runs goes on until it ends. */
function whenOwnerLeft(state: State): Step {
  if (!("summary" in state)) return stay(state);
  return go(initial, state.name === "saved" ? "leave-take" : "hold-take");
}

const begun = (instant: boolean, ...before: Effects) =>
  go({ name: "choosing", instant }, ...before, "choose-sources");

const counting = (instant: boolean): State => ({
  name: "countdown",
  instant,
  left: COUNTDOWN_SECONDS,
});

const notBegun = (...effects: Effects) => go(initial, "release-sources", ...effects);
const failedToStart = say("error", messages.failedToStart);
const interrupted = say("warning", messages.interrupted);

type Running = In<"recording"> | In<"paused">;

const stopped = ({ instant, clock }: Running, at: number) => ({
  instant,
  clock: stopClock(clock, at),
});
const stopping = (state: Running, at: number) =>
  ({ name: "stopping", ...stopped(state, at) }) as const;
const stop = (state: Running, { at }: { at: number }) => go(stopping(state, at), "stop-encoder");

const keepChunk = (state: State, { chunk }: { chunk: Blob }) =>
  go(state, { do: "keep-chunk", chunk });

const asked = (state: Running, about: Throw, at: number, ran: boolean): State => ({
  name: "paused",
  ...stopped(state, at),
  asks: { about, ran },
});

const running: Moves<Running> = {
  chunk: keepChunk,
  stop,
  "sharing-ended": stop,
  broke: (state, { at }) => go(stopping(state, at), "stop-encoder", interrupted),
  // The browser ended the recording without being asked; the bytes so far are whole.
  ended: (state, { at }) => whenEnded(stopping(state, at), interrupted),
  "microphone-lost": (state) => go(state, say("warning", messages.microphoneLost)),
  "camera-lost": (state) => go(state, say("warning", messages.cameraLost)),
};

const resume = ({ instant, clock }: In<"paused">, { at }: { at: number }) =>
  go({ name: "recording", instant, clock: resumeClock(clock, at) }, "resume-encoder");

function whenEnded(state: In<"stopping">, ...also: Effects): Step {
  return go(
    state,
    // A new take has the same sources.
    state.thrown !== "restart" && "release-sources",
    { do: "seal-spool", elapsed: state.clock.spent },
    ...also,
  );
}

/** Nothing is left of which a new take could be made. */
const withoutSources = (state: In<"stopping">) =>
  state.thrown === "restart"
    ? go({ ...state, thrown: "discard" }, "release-sources", failedToStart)
    : stay(state);

function whenThrown(how: Throw, instant: boolean, bytes: number): Step {
  if (how === "restart") return go(counting(instant), "begin-again", "count-second");
  return go(initial, bytes > 0 ? "set-aside" : "discard-take");
}

/** A recording that has ended, until its owner turns to another one. */
const unsaved: Moves<In<"ready"> | In<"failed">> = {
  save: ({ summary }) => go({ name: "saving", summary }, "finish-upload"),
  downloaded: (state) => go({ ...state, downloaded: true }),
  reset: (state) => (state.downloaded ? go(initial, "discard-take") : go(state, "ask-to-discard")),
  discard: () => go(initial, "discard-take"),
};

const moves: { [Name in State["name"]]: Moves<In<Name>> } = {
  idle: { start: (_, { instant }) => begun(instant) },
  choosing: {
    chosen: (state) => go(state, "open-floating"),
    captured: ({ instant }, { warnings }) =>
      go(
        counting(instant),
        "open-spool",
        "count-second",
        ...warnings.map((warning) => say(...warningToasts[warning])),
      ),
    refused: (_, { reason }) => notBegun(say("error", refusalToasts[reason])),
    "sharing-ended": () => notBegun(failedToStart),
    cancel: () => notBegun(),
  },
  countdown: {
    second(state) {
      if (state.left === 0) return stay(state);
      const left = state.left - 1;
      return go({ ...state, left }, left > 0 ? "count-second" : "start-encoder");
    },
    began: ({ instant }, { at }) =>
      go({ name: "recording", instant, clock: startClock(at) }, instant && "start-upload"),
    cancel: () => notBegun("discard-take"),
    broke: () => notBegun("discard-take", failedToStart),
    "sharing-ended": () => notBegun("discard-take", failedToStart),
    "microphone-lost": (state) => go(state, say("info", messages.withoutMicrophone)),
    "camera-lost": (state) => go(state, say("info", messages.withoutCamera)),
  },
  recording: {
    ...running,
    look: (state) => go(state, "look"),
    pause: (state, { at }) => go({ name: "paused", ...stopped(state, at) }, "pause-encoder"),
    ask: (state, { about, at }) => go(asked(state, about, at, true), "pause-encoder"),
  },
  paused: {
    ...running,
    resume,
    ask: (state, { about, at }) => go(asked(state, about, at, state.asks?.ran ?? false)),
    keep(state, event) {
      if (!state.asks) return stay(state);
      const { instant, clock } = state;
      return state.asks.ran ? resume(state, event) : go({ name: "paused", instant, clock });
    },
    "throw-away"(state) {
      const { asks, instant, clock } = state;
      if (!asks) return stay(state);
      return go({ name: "stopping", instant, clock, thrown: asks.about }, "stop-encoder");
    },
  },
  stopping: {
    chunk: keepChunk,
    ended: (state) => whenEnded(state),
    "sharing-ended": withoutSources,
    broke: withoutSources,
    sealed({ thrown, instant }, { summary }) {
      if (thrown) return whenThrown(thrown, instant, summary.bytes);
      if (summary.bytes === 0) return go(initial, "discard-take", failedToStart);
      if (!instant) return go({ name: "ready", summary, downloaded: false });
      return go({ name: "saving", summary }, "finish-upload");
    },
  },
  ready: unsaved,
  failed: unsaved,
  saving: {
    saved: ({ summary }, { recordingId }) =>
      go({ name: "saved", summary, recordingId }, say("success", messages.saved)),
    "save-failed": ({ summary }, { reason }) =>
      go({ name: "failed", summary, reason, downloaded: false }, say("error", reason)),
    // The upload goes on by itself; the recorder is free for the next recording.
    reset: () => go(initial, "leave-take"),
  },
  saved: {
    // The server's copy turned out to differ from this one.
    save: ({ summary }) => go({ name: "saving", summary }, "upload-again"),
    reset: () => go(initial, "leave-take"),
    start: (_, { instant }) => begun(instant, "leave-take"),
  },
};
