import { isolate } from "#web/lib/listeners.ts";
import { confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Bubble } from "./capture/camera/bubble.ts";
import { elapsed } from "./clock.ts";
import * as takes from "./live-recording.ts";
import { type Effect, type Event, next } from "./machine.ts";
import { messages } from "./messages.ts";
import { emptyView, show, view } from "./view.ts";

/** Carries out what the machine decides: browser effects in, events out. There is one recorder per tab. */
let wished: takes.RecordingWish | null = null;
let current: takes.Take | null = null;
let countdown: ReturnType<typeof setTimeout> | undefined;

const now = () => performance.now();

export function startRecording(wish: takes.RecordingWish) {
  wished = wish;
  dispatch({ type: "start", instant: wish.instant });
}

export const cancelRecording = () => dispatch({ type: "cancel" });
export const pauseRecording = () => dispatch({ type: "pause", at: now() });
export const resumeRecording = () => dispatch({ type: "resume", at: now() });
export const stopRecording = () => dispatch({ type: "stop", at: now() });
export const saveRecording = () => dispatch({ type: "save" });
export const resetRecorder = () => dispatch({ type: "reset" });
export const noteDownload = () => dispatch({ type: "downloaded" });

/** How loud the running recording is, from 0 to 1. */
export const recordingLevel = () => current?.capturing.level() ?? 0;

/** Moves the camera in the picture, also while it is recorded. */
export const placeCamera = (bubble: Bubble) => current?.capturing.placeCamera(bubble);

function dispatch(event: Event) {
  const step = next(view().state, event);
  if (step.state !== view().state) show({ state: step.state });
  // One that fails must not keep the next from being carried out.
  for (const effect of step.effects) isolate(perform)(effect);
}

function perform(effect: Effect) {
  switch (effect.do) {
    case "toast":
      return toast[effect.kind](effect.text);
    case "choose":
      return choose();
    case "count-second":
      countdown = setTimeout(() => dispatch({ type: "second" }), 1000);
      return;
    case "ask-discard":
      return askDiscard();
    default:
      return current && work(current, effect);
  }
}

function choose() {
  if (!wished) return;
  // What an earlier take still has to say concerns the background, not this recorder.
  const take: takes.Take = takes.newTake(wished, {
    tell: (event) => {
      if (current === take) dispatch(event);
    },
    show: (fields) => {
      if (current === take) show(fields);
    },
  });
  current = take;
  return take.capturing.choose();
}

type TakeEffect = Exclude<Effect["do"], "toast" | "choose" | "count-second" | "ask-discard">;

function work(take: takes.Take, effect: Extract<Effect, { do: TakeEffect }>) {
  switch (effect.do) {
    case "open-spool":
      return takes.openSpool(take);
    case "begin":
      return takes.begin(take);
    case "pause":
      return take.capturing.pause();
    case "resume":
      return take.capturing.resume();
    case "stop":
      return take.capturing.stop();
    case "keep":
      return takes.keep(take, effect.chunk, elapsedNow());
    case "upload":
      return takes.upload(take);
    case "seal":
      return takes.seal(take, effect.elapsed);
    case "finish-upload":
      return takes.finishUpload(take);
    case "send-again":
      return takes.sendAgain(take);
    case "release":
      clearTimeout(countdown);
      return take.capturing.release();
    case "discard":
      return leave(take, takes.discard);
    case "let-go":
      return leave(take, takes.letGo);
  }
}

function leave(take: takes.Take, how: (take: takes.Take) => unknown) {
  current = null;
  show({ ...emptyView, state: view().state });
  return how(take);
}

function elapsedNow(): number {
  const { state } = view();
  return "clock" in state ? elapsed(state.clock, now()) : 0;
}

async function askDiscard() {
  const yes = await confirm({
    title: messages.discardUnsaved,
    confirmLabel: "Discard",
    danger: true,
  });
  if (yes) dispatch({ type: "discard" });
}
