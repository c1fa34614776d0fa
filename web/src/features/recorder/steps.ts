import type { Clock } from "./clock.ts";
import type { Refusal, Warning } from "./messages.ts";

export type State =
  | { name: "idle" }
  | { name: "choosing"; instant: boolean }
  | { name: "countdown"; instant: boolean; left: number }
  | { name: "recording"; instant: boolean; clock: Clock }
  /** Asked in place while the take pauses; where it ran before, it goes on after a no. */
  | { name: "paused"; instant: boolean; clock: Clock; asks?: { about: Throw; ran: boolean } }
  | { name: "stopping"; instant: boolean; clock: Clock; thrown?: Throw }
  | { name: "ready"; summary: Summary; downloaded: boolean }
  | { name: "saving"; summary: Summary }
  | { name: "saved"; summary: Summary; recordingId: string }
  | { name: "failed"; summary: Summary; reason: string; downloaded: boolean };

/** The two ways to throw away what runs: to begin anew, or not to. */
export type Throw = "restart" | "discard";

export interface Summary {
  bytes: number;
  /** Milliseconds by the recorder's own clock. */
  elapsed: number;
}

/** The events that tell nothing but the time at which they came. */
type Moment = "began" | "pause" | "resume" | "stop" | "sharing-ended" | "broke" | "ended";

/** The events that tell nothing but themselves. */
type Plain =
  | ("chosen" | "second" | "cancel" | "microphone-lost" | "camera-lost" | "look")
  | ("save" | "downloaded" | "reset" | "discard" | "owner-left");

export type Event =
  | { type: Plain }
  | { type: Moment; at: number }
  | { type: "start"; instant: boolean }
  | { type: "captured"; warnings: Warning[] }
  | { type: "refused"; reason: Refusal }
  | { type: "ask"; about: Throw; at: number }
  | { type: "keep" | "throw-away"; at: number }
  | { type: "chunk"; chunk: Blob }
  | { type: "sealed"; summary: Summary }
  | { type: "saved"; recordingId: string }
  | { type: "save-failed"; reason: string };

/** The effects that say nothing but their name: those on the recording that is under way, and those around it. */
type PlainEffect =
  | ("open-spool" | "start-encoder" | "pause-encoder" | "resume-encoder" | "stop-encoder")
  | ("look" | "start-upload" | "finish-upload" | "upload-again" | "release-sources")
  | ("set-aside" | "begin-again" | "discard-take" | "leave-take" | "hold-take")
  | ("choose-sources" | "open-floating" | "count-second" | "ask-to-discard");

export type Effect =
  | { do: PlainEffect }
  | { do: "keep-chunk"; chunk: Blob }
  | { do: "seal-spool"; elapsed: number }
  | { do: "toast"; kind: Tone; text: string };
/** Effects in their order; an effect without details is its name alone, and `false` is none. */
export type Effects = (Effect | PlainEffect | false)[];

export type Tone = "success" | "error" | "warning" | "info";

export interface Step {
  state: State;
  effects: Effect[];
}

export type In<Name extends State["name"]> = Extract<State, { name: Name }>;

export const stay = (state: State): Step => ({ state, effects: [] });
export const go = (state: State, ...effects: Effects): Step => ({
  state,
  effects: effects
    .filter((effect) => effect !== false)
    .map((effect) => (typeof effect === "string" ? { do: effect } : effect)),
});
export const say = (kind: Tone, text: string): Effect => ({ do: "toast", kind, text });
