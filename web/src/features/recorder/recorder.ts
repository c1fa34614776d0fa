import { isolate } from "#web/lib/listeners.ts";
import { holdPageWhile, onSessionChange, session } from "#web/lib/session.ts";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import type { Bubble } from "./capture/camera/bubble.ts";
import { elapsed } from "./clock.ts";
import { openFloating } from "./floating.ts";
import * as live from "./live-recording.ts";
import { next } from "./machine.ts";
import { messages } from "./messages.ts";
import { isPageOpen } from "./open-page.ts";
import { letGoOf } from "./send/aside.ts";
import type { Effect, Event, Throw } from "./steps.ts";
import { emptyView, nothingRecorded, show, view } from "./view.ts";

/** Carries out what the machine decides: browser effects in, events out. There is one recorder per tab. */
let wished: live.RecordingWish | null = null;
let current: live.LiveRecording | null = null;
let countdown: ReturnType<typeof setTimeout> | undefined;

const now = () => performance.now();

onSessionChange(putDownUnlessOwner);
holdPageWhile(() => isPageOpen() && /^(recording|paused)$/.test(view().state.name));

export function startRecording(wish: live.RecordingWish) {
  wished = wish;
  dispatch({ type: "start", instant: wish.instant });
}

export const cancelRecording = () => dispatch({ type: "cancel" });
export const pauseRecording = () => dispatch({ type: "pause", at: now() });
export const resumeRecording = () => dispatch({ type: "resume", at: now() });
export const askToThrowAway = (about: Throw) => dispatch({ type: "ask", about, at: now() });
export const keepTake = () => dispatch({ type: "keep", at: now() });
export const throwTakeAway = () => dispatch({ type: "throw-away", at: now() });
export const stopRecording = () => dispatch({ type: "stop", at: now() });
export const saveRecording = () => dispatch({ type: "save" });
export const resetRecorder = () => dispatch({ type: "reset" });
/** A long recording takes a moment to prepare, and by then another one may be here. */
export const noteDownload = (handedOver: Blob | null) =>
  handedOver === view().blob && dispatch({ type: "downloaded" });

export const retitleRecording = (title: string) => current && live.retitle(current, title);

export const muteMicrophone = (isMuted: boolean) => current?.capturing.mute(isMuted);

export const recordingLevel = () => current?.capturing.sound()?.level() ?? 0;
/** Whether that level tells of what is recorded. */
export const isLevelKnown = () => current?.capturing.sound()?.isMixed ?? true;

export function placeCamera(bubble: Bubble) {
  current?.capturing.placeCamera(bubble);
  show({ bubble });
}

function dispatch(event: Event) {
  const step = next(view().state, event);
  if (step.state !== view().state) show({ state: step.state });
  // An effect that fails is reported, and the next one is carried out all the same.
  for (const effect of step.effects) isolate(perform)(effect);
}

function perform(effect: Effect) {
  switch (effect.do) {
    case "toast":
      // The result on the page says so itself, and the toast would cover what the person does next.
      if (effect.text === messages.saved && isPageOpen()) return;
      return toast[effect.kind](effect.text);
    case "choose-sources":
      return choose();
    case "open-floating":
      return openFloating();
    case "count-second":
      countdown = setTimeout(() => dispatch({ type: "second" }), 1000);
      return;
    case "ask-to-discard":
      return askDiscard();
    case "keep-chunk":
      return current && live.keepChunk(current, effect.chunk, elapsedNow());
    case "seal-spool":
      return current && live.sealSpool(current, effect.elapsed);
    default:
      return current && acts[effect.do](current);
  }
}

/** A logout, or a login by somebody else, leaves nothing of the last owner's on the screen. */
function putDownUnlessOwner() {
  letGoOf(hasLeft);
  if (current && hasLeft(current.wish.userId)) dispatch({ type: "owner-left" });
}

/** An owner whose session has merely expired comes back to save. */
function hasLeft(userId: string): boolean {
  const state = session();
  if (state.status === "signed-in") return state.user.id !== userId;
  return state.status === "signed-out" && !state.expired;
}

function choose() {
  if (!wished) return;
  // An earlier recording may still be on its way to the server: its events are not about this one.
  const recording: live.LiveRecording = new live.LiveRecording(
    wished,
    // A later take has the same sources, and they tell whichever runs.
    voiceOf(() => current?.capturing === recording.capturing),
  );
  current = Object.assign(
    recording,
    voiceOf(() => current === recording),
  );
  return recording.capturing.choose();
}

/** Another take of the same sources, at the same address. */
function beginAgain(former: live.LiveRecording) {
  const recording: live.LiveRecording = new live.LiveRecording(
    former.wish,
    voiceOf(() => current === recording),
    former,
  );
  current = recording;
  show(nothingRecorded);
  void live.setAside(former, "restart");
  return live.openSpool(recording);
}

const voiceOf = (isHeard: () => boolean): Pick<live.LiveRecording, "tell" | "show"> => ({
  tell(event) {
    if (isHeard()) dispatch(event);
    putDownUnlessOwner();
  },
  show(fields) {
    if (isHeard()) show(fields);
  },
});

const acts = {
  "open-spool": live.openSpool,
  "start-encoder": live.startEncoder,
  "pause-encoder": (recording) => live.setPaused(recording, true),
  "resume-encoder": (recording) => live.setPaused(recording, false),
  "stop-encoder": ({ capturing }) => capturing.stop(),
  look: (recording) => live.look(recording, elapsedNow()),
  "start-upload": live.startUpload,
  "finish-upload": live.finishUpload,
  "upload-again": live.uploadAgain,
  "release-sources"({ capturing }) {
    clearTimeout(countdown);
    capturing.release();
  },
  "set-aside": (recording) => leave(recording, (thrown) => live.setAside(thrown, "discard")),
  "begin-again": beginAgain,
  "discard-take": (recording) => leave(recording, live.discardTake),
  "leave-take": (recording) => leave(recording, live.leaveTake),
  "hold-take": (recording) => leave(recording, live.holdTake),
} satisfies Record<string, (recording: live.LiveRecording) => unknown>;

function leave(recording: live.LiveRecording, how: (recording: live.LiveRecording) => unknown) {
  current = null;
  show({ ...emptyView, state: view().state });
  return how(recording);
}

function elapsedNow(): number {
  const { state } = view();
  return "clock" in state ? elapsed(state.clock, now()) : 0;
}

const askDiscard = askBefore(() => dispatch({ type: "discard" }), {
  title: messages.discardUnsaved,
  danger: true,
});
