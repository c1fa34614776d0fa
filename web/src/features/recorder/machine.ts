import { resumeClock, startClock, stopClock } from "./clock.ts";
import { messages, refusalToasts, warningToasts } from "./messages.ts";
import {
  type Effect,
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

export function next(state: State, event: Event): Step {
  if (event.type === "owner-left") return whenOwnerLeft(state);
  switch (state.name) {
    case "idle":
      return whileIdle(state, event);
    case "choosing":
      return whileChoosing(state, event);
    case "countdown":
      return whileCounting(state, event);
    case "recording":
    case "paused":
      return whileRunning(state, event);
    case "stopping":
      return whileStopping(state, event);
    case "ready":
    case "failed":
      return whileUnsaved(state, event);
    case "saving":
      return whileSaving(state, event);
    case "saved":
      return whileSaved(state, event);
  }
}

/** Leaving the page now would lose a recording that runs, or one that is nowhere else. */
export function mustAskBeforeLeaving(state: State): boolean {
  if (state.name === "ready" || state.name === "failed") return !state.downloaded;
  return ["countdown", "recording", "paused", "stopping", "saving"].includes(state.name);
}

/** An ended recording is its owner's alone, and is put away; one that still runs goes on until it ends. */
function whenOwnerLeft(state: State): Step {
  if (!("summary" in state)) return stay(state);
  return go(initial, { do: state.name === "saved" ? "leave-take" : "hold-take" });
}

function whileIdle(state: In<"idle">, event: Event): Step {
  if (event.type !== "start") return stay(state);
  return go({ name: "choosing", instant: event.instant }, { do: "choose-sources" });
}

function whileChoosing(state: In<"choosing">, event: Event): Step {
  switch (event.type) {
    case "chosen":
      return go(state, { do: "open-floating" });
    case "captured":
      return go(
        { name: "countdown", instant: state.instant, left: COUNTDOWN_SECONDS },
        { do: "open-spool" },
        { do: "count-second" },
        ...event.warnings.map((warning) => say(...warningToasts[warning])),
      );
    case "refused":
      return go(initial, { do: "release-sources" }, say("error", refusalToasts[event.reason]));
    case "sharing-ended":
      return go(initial, { do: "release-sources" }, say("error", messages.failedToStart));
    case "cancel":
      return go(initial, { do: "release-sources" });
    default:
      return stay(state);
  }
}

function whileCounting(state: In<"countdown">, event: Event): Step {
  switch (event.type) {
    case "second":
      if (state.left === 0) return stay(state);
      return go(
        { ...state, left: state.left - 1 },
        state.left > 1 ? { do: "count-second" } : { do: "start-encoder" },
      );
    case "began":
      return go(
        { name: "recording", instant: state.instant, clock: startClock(event.at) },
        ...(state.instant ? [{ do: "start-upload" } as const] : []),
      );
    case "cancel":
      return go(initial, { do: "release-sources" }, { do: "discard-take" });
    case "broke":
    case "sharing-ended":
      return go(
        initial,
        { do: "release-sources" },
        { do: "discard-take" },
        say("error", messages.failedToStart),
      );
    case "microphone-lost":
      return go(state, say("info", messages.withoutMicrophone));
    default:
      return stay(state);
  }
}

function whileRunning(state: In<"recording"> | In<"paused">, event: Event): Step {
  const { instant, clock } = state;
  const stopped = (at: number) => ({ instant, clock: stopClock(clock, at) });
  const stopping = (at: number): State => ({ name: "stopping", ...stopped(at) });
  switch (event.type) {
    case "chunk":
      return go(state, { do: "keep-chunk", chunk: event.chunk });
    case "look":
      return state.name === "recording" ? go(state, { do: "look" }) : stay(state);
    case "pause":
      if (state.name === "paused") return stay(state);
      return go({ name: "paused", ...stopped(event.at) }, { do: "pause-encoder" });
    case "resume":
      if (state.name === "recording") return stay(state);
      return go(
        { name: "recording", instant, clock: resumeClock(clock, event.at) },
        { do: "resume-encoder" },
      );
    case "ask":
      return go(
        {
          name: "paused",
          ...stopped(event.at),
          asks: { about: event.about, ran: ranBefore(state) },
        },
        ...(state.name === "recording" ? [{ do: "pause-encoder" } as const] : []),
      );
    case "keep":
    case "throw-away":
      return whileAsked(state, event);
    case "stop":
    case "sharing-ended":
      return go(stopping(event.at), { do: "stop-encoder" });
    case "broke":
      return go(stopping(event.at), { do: "stop-encoder" }, say("warning", messages.interrupted));
    case "ended":
      // The browser ended the recording without being asked; the bytes so far are whole.
      return whileStopping(
        { name: "stopping", instant, clock: stopClock(clock, event.at) },
        event,
        say("warning", messages.interrupted),
      );
    case "microphone-lost":
      return go(state, say("warning", messages.microphoneLost));
    case "camera-lost":
      return go(state, say("warning", messages.cameraLost));
    default:
      return stay(state);
  }
}

const ranBefore = (state: In<"recording"> | In<"paused">) =>
  state.name === "recording" || (state.asks?.ran ?? false);

function whileAsked(
  state: In<"recording"> | In<"paused">,
  { type, at }: Extract<Event, { type: "keep" | "throw-away" }>,
): Step {
  if (state.name === "recording" || !state.asks) return stay(state);
  const { asks, instant, clock } = state;
  if (type === "throw-away")
    return go({ name: "stopping", instant, clock, thrown: asks.about }, { do: "stop-encoder" });
  const paused: State = { name: "paused", instant, clock };
  return asks.ran ? whileRunning(paused, { type: "resume", at }) : stay(paused);
}

function whileStopping(state: In<"stopping">, event: Event, ...also: Effect[]): Step {
  switch (event.type) {
    case "chunk":
      return go(state, { do: "keep-chunk", chunk: event.chunk });
    case "ended":
      return go(
        state,
        // A new take has the same sources.
        ...(state.thrown === "restart" ? [] : [{ do: "release-sources" } as const]),
        { do: "seal-spool", elapsed: state.clock.spent },
        ...also,
      );
    case "sharing-ended":
    case "broke":
      // Nothing is left of which a new take could be made.
      if (state.thrown !== "restart") return stay(state);
      return go(
        { ...state, thrown: "discard" },
        { do: "release-sources" },
        say("error", messages.failedToStart),
      );
    case "sealed":
      if (state.thrown) return whenThrown(state.thrown, state.instant, event.summary.bytes);
      if (event.summary.bytes === 0)
        return go(initial, { do: "discard-take" }, say("error", messages.failedToStart));
      if (!state.instant) return go({ name: "ready", summary: event.summary, downloaded: false });
      return go({ name: "saving", summary: event.summary }, { do: "finish-upload" });
    default:
      return stay(state);
  }
}

function whenThrown(how: Throw, instant: boolean, bytes: number): Step {
  if (how === "discard") return go(initial, { do: bytes > 0 ? "set-aside" : "discard-take" });
  return go(
    { name: "countdown", instant, left: COUNTDOWN_SECONDS },
    { do: "begin-again" },
    { do: "count-second" },
  );
}

/** A recording that has ended, until its owner turns to another one. */
function whileUnsaved(state: In<"ready"> | In<"failed">, event: Event): Step {
  switch (event.type) {
    case "save":
      return go({ name: "saving", summary: state.summary }, { do: "finish-upload" });
    case "downloaded":
      return go({ ...state, downloaded: true });
    case "reset":
      return state.downloaded
        ? go(initial, { do: "discard-take" })
        : go(state, { do: "ask-to-discard" });
    case "discard":
      return go(initial, { do: "discard-take" });
    default:
      return stay(state);
  }
}

function whileSaving(state: In<"saving">, event: Event): Step {
  switch (event.type) {
    case "saved":
      return go(
        { name: "saved", summary: state.summary, recordingId: event.recordingId },
        say("success", messages.saved),
      );
    case "save-failed":
      return go(
        { name: "failed", summary: state.summary, reason: event.reason, downloaded: false },
        say("error", event.reason),
      );
    case "reset":
      // The upload goes on by itself; the recorder is free for the next recording.
      return go(initial, { do: "leave-take" });
    default:
      return stay(state);
  }
}

function whileSaved(state: In<"saved">, event: Event): Step {
  switch (event.type) {
    case "save":
      // The server's copy turned out to differ from this one.
      return go({ name: "saving", summary: state.summary }, { do: "upload-again" });
    case "reset":
      return go(initial, { do: "leave-take" });
    case "start":
      return go(
        { name: "choosing", instant: event.instant },
        { do: "leave-take" },
        { do: "choose-sources" },
      );
    default:
      return stay(state);
  }
}
