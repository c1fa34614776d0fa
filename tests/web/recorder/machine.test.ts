import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elapsed } from "#web/features/recorder/clock.ts";
import { initial, mustAskBeforeLeaving, next } from "#web/features/recorder/machine.ts";
import { messages } from "#web/features/recorder/messages.ts";
import type { Effect, Event, State, Summary } from "#web/features/recorder/steps.ts";

const summary: Summary = { bytes: 10, elapsed: 5000 };
const chunk = new Blob(["x"]);
const clock = { spent: 2000, since: 1000 };
const recording: State = { name: "recording", instant: false, clock };
const paused: State = { name: "paused", instant: false, clock: { spent: 2000, since: null } };
const stopping: State = { ...paused, name: "stopping" };
const ready: State = { name: "ready", summary, downloaded: false };

const follow = (state: State, ...events: Event[]) =>
  events.reduce<{ state: State; effects: Effect[] }>((step, event) => next(step.state, event), {
    state,
    effects: [],
  });
const does = (state: State, event: Event) => next(state, event).effects.map((effect) => effect.do);
const says = (state: State, event: Event) =>
  next(state, event).effects.flatMap((effect) => (effect.do === "toast" ? [effect.text] : []));

describe("from pressing record to recording", () => {
  it("asks for a source first", () => {
    expect(follow(initial, { type: "start", instant: true })).toEqual({
      state: { name: "choosing", instant: true },
      effects: [{ do: "choose-sources" }],
    });
  });

  it("counts three seconds down, with the spool open before the first byte", () => {
    const counting = follow(
      { name: "choosing", instant: false },
      { type: "captured", warnings: [] },
    );
    expect(counting.state).toMatchObject({ name: "countdown", left: 3 });
    expect(counting.effects.map((effect) => effect.do)).toEqual(["open-spool", "count-second"]);
    const last = follow(counting.state, { type: "second" }, { type: "second" }, { type: "second" });
    expect(last).toEqual({
      state: { name: "countdown", instant: false, left: 0 },
      effects: [{ do: "start-encoder" }],
    });
    expect(next(last.state, { type: "began", at: 50 }).state).toEqual({
      name: "recording",
      instant: false,
      clock: { spent: 0, since: 50 },
    });
  });

  it("uploads while recording only when the link is to be instant", () => {
    const began: Event = { type: "began", at: 0 };
    expect(does({ name: "countdown", instant: true, left: 0 }, began)).toEqual(["start-upload"]);
    expect(does({ name: "countdown", instant: false, left: 0 }, began)).toEqual([]);
  });

  it.each([
    ["screen", "Failed to start recording. Please make sure you grant screen sharing permission."],
    ["camera", "Failed to start recording. Please make sure you grant camera permission."],
    ["failure", messages.failedToStart],
  ] as const)("says what happened when capture ends in %s", (reason, text) => {
    const choosing: State = { name: "choosing", instant: false };
    expect(says(choosing, { type: "refused", reason })).toEqual([text]);
    expect(next(choosing, { type: "refused", reason }).state).toEqual(initial);
  });

  it.each([
    ["no-microphone", "Recording without microphone"],
    [
      "no-audio",
      'No audio will be recorded. Make sure to check "Share audio" when selecting screen.',
    ],
    [
      "no-system-audio",
      'Only your microphone will be recorded. For sound from the screen, check "Share audio" when selecting screen.',
    ],
    ["no-camera", "Recording without camera"],
  ] as const)("advises on %s and goes on", (warning, text) => {
    const choosing: State = { name: "choosing", instant: false };
    expect(says(choosing, { type: "captured", warnings: [warning] })).toEqual([text]);
  });

  it.each([
    { type: "sharing-ended", at: 0 },
    { type: "broke", at: 0 },
    { type: "cancel" },
  ] satisfies Event[])("gives everything back when $type comes during the countdown", (event) => {
    const counting: State = { name: "countdown", instant: true, left: 2 };
    expect(next(counting, event).state).toEqual(initial);
    expect(says(counting, event)).toEqual(event.type === "cancel" ? [] : [messages.failedToStart]);
    expect(does(counting, event)).toEqual(
      expect.arrayContaining(["release-sources", "discard-take"]),
    );
  });
});

describe("while recording", () => {
  it("stops its clock on pause and starts it again on resume", () => {
    const pausing = next(recording, { type: "pause", at: 4000 });
    expect(pausing.state).toMatchObject({ name: "paused", clock: { spent: 5000, since: null } });
    const resumed = next(pausing.state, { type: "resume", at: 9000 });
    expect(resumed.state).toMatchObject({ name: "recording", clock: { spent: 5000, since: 9000 } });
  });

  it.each([
    [recording, "stop"],
    [paused, "stop"],
    [recording, "sharing-ended"],
    [paused, "sharing-ended"],
    [recording, "broke"],
  ] as const)("stops when %o meets %s", (state, type) => {
    const step = next(state, { type, at: 1500 });
    expect(step.state.name).toBe("stopping");
    expect(step.effects[0]).toEqual({ do: "stop-encoder" });
  });

  it("goes on without the microphone when that is lost", () => {
    expect(next(recording, { type: "microphone-lost" }).state).toBe(recording);
    expect(says(recording, { type: "microphone-lost" })).toEqual([messages.microphoneLost]);
  });

  it("keeps what there is when the browser ends the recording by itself", () => {
    const step = next(recording, { type: "ended", at: 2000 });
    expect(step.state).toMatchObject({ name: "stopping", clock: { spent: 3000, since: null } });
    expect(step.effects).toContainEqual({ do: "seal-spool", elapsed: 3000 });
  });
});

describe("after stopping", () => {
  it("seals only after the last chunk was given out", () => {
    expect(does(stopping, { type: "chunk", chunk })).toEqual(["keep-chunk"]);
    expect(does(stopping, { type: "ended", at: 0 })).toEqual(["release-sources", "seal-spool"]);
  });

  it("is ready without an instant link, and saves at once with one", () => {
    expect(next(stopping, { type: "sealed", summary }).state).toEqual(ready);
    expect(next({ ...stopping, instant: true }, { type: "sealed", summary })).toEqual({
      state: { name: "saving", summary },
      effects: [{ do: "finish-upload" }],
    });
  });

  it("does not offer a recording without a single byte", () => {
    const step = next(stopping, { type: "sealed", summary: { ...summary, bytes: 0 } });
    expect(step.state).toEqual(initial);
  });

  it("asks before it throws an unsaved recording away, and not after a download", () => {
    expect(does(ready, { type: "reset" })).toEqual(["ask-to-discard"]);
    expect(next(ready, { type: "reset" }).state).toEqual(ready);
    expect(does(ready, { type: "discard" })).toEqual(["discard-take"]);
    const downloaded = next(ready, { type: "downloaded" }).state;
    expect(does(downloaded, { type: "reset" })).toEqual(["discard-take"]);
  });

  it("keeps the recording when saving fails, and saves it on another try", () => {
    const failed = next({ name: "saving", summary }, { type: "save-failed", reason: "No room." });
    expect(failed.state).toMatchObject({ name: "failed", reason: "No room.", downloaded: false });
    expect(next(failed.state, { type: "save" }).state).toEqual({ name: "saving", summary });
  });

  it("is free for the next recording while the last one is still being sent", () => {
    expect(next({ name: "saving", summary }, { type: "reset" })).toEqual({
      state: initial,
      effects: [{ do: "leave-take" }],
    });
  });
});

describe("leaving the page", () => {
  it.each([
    [initial, false],
    [recording, true],
    [paused, true],
    [stopping, true],
    [ready, true],
    [{ ...ready, downloaded: true }, false],
    [{ name: "saving", summary }, true],
    [{ name: "failed", summary, reason: "No room.", downloaded: false }, true],
    [{ name: "failed", summary, reason: "No room.", downloaded: true }, false],
    [{ name: "countdown", instant: false, left: 2 }, true],
    [{ name: "choosing", instant: false }, false],
    [{ name: "saved", summary, recordingId: "r1" }, false],
  ] satisfies [State, boolean][])("in %o asks: %s", (state, asks) => {
    expect(mustAskBeforeLeaving(state)).toBe(asks);
  });
});

const moments = fc.integer({ min: 1, max: 3000 });
const anyEvent: fc.Arbitrary<(at: number) => Event> = fc.oneof(
  fc
    .constantFrom("began", "pause", "resume", "stop", "sharing-ended", "broke", "ended")
    .map((type) => (at: number) => ({ type, at }) satisfies Event),
  fc
    .constantFrom(
      ...(["second", "cancel", "save", "reset", "discard", "downloaded"] as const),
      ...(["microphone-lost", "owner-left"] as const),
    )
    .map((type) => () => ({ type }) satisfies Event),
  fc.boolean().map((instant) => () => ({ type: "start", instant }) satisfies Event),
  fc.constant(() => ({ type: "captured", warnings: [] }) satisfies Event),
  fc.constant(() => ({ type: "chunk", chunk: new Blob() }) satisfies Event),
  fc.constant(() => ({ type: "sealed", summary }) satisfies Event),
  fc.constant(() => ({ type: "saved", recordingId: "r1" }) satisfies Event),
  fc.constant(() => ({ type: "save-failed", reason: "no" }) satisfies Event),
);
const anything = fc.array(fc.tuple(anyEvent, moments), { maxLength: 60, size: "max" });
const beginning: [(at: number) => Event, number][] = [
  [() => ({ type: "start", instant: true }), 1],
  [() => ({ type: "captured", warnings: [] }), 1],
  [(at) => ({ type: "began", at }), 1],
];
/** Chance alone seldom presses the right keys to begin; most stories are about what comes then. */
const story = fc.oneof(
  anything,
  anything.map((rest) => [...beginning, ...rest]),
  fc
    .tuple(anything, anything)
    .map(([first, rest]) => [...beginning, ...first, ...beginning, ...rest]),
);
const clockOf = (state: State) => ("clock" in state ? state.clock : null);

interface Step {
  before: State;
  event: Event;
  after: State;
  effects: Effect[];
  /** When it happened, and how long after the one before it. */
  at: number;
  wait: number;
}

/** Looks at every step of every story. */
function atEveryStep(look: (step: Step) => void) {
  fc.assert(
    fc.property(story, (events) => {
      let before: State = initial;
      let at = 0;
      for (const [make, wait] of events) {
        at += wait;
        const event = make(at);
        const { state: after, effects } = next(before, event);
        look({ before, event, after, effects, at, wait });
        before = after;
      }
    }),
  );
}

describe("whatever happens, in any order", () => {
  it("keeps every chunk of a running recording exactly once, and none is asked for after sealing", () => {
    atEveryStep(({ before, event, effects }) => {
      const open = ["recording", "paused", "stopping"].includes(before.name);
      const kept = effects.filter((effect) => effect.do === "keep-chunk");
      if (event.type === "chunk" && open)
        expect(kept).toEqual([{ do: "keep-chunk", chunk: event.chunk }]);
      else expect(kept).toEqual([]);
    });
  });

  it("never throws a recording away unless somebody said so", () => {
    atEveryStep(({ before, event, effects }) => {
      const thrownAway = effects.some((effect) => effect.do === "discard-take");
      if (thrownAway && before.name !== "countdown")
        expect(["discard", "reset"]).toContain(event.type);
    });
  });

  it("lets the clock run while recording and at no other time, and never backwards", () => {
    atEveryStep(({ before, after, at, wait }) => {
      const clock = clockOf(before);
      const passed = before.name === "recording" ? wait : 0;
      if (clock) expect(elapsed(clock, at) - elapsed(clock, at - wait)).toBe(passed);
      const now = clockOf(after);
      if (now) expect(now.since !== null).toBe(after.name === "recording");
    });
  });

  it("stops what it began before it lets go of the sources", () => {
    atEveryStep(({ before, event, after, effects }) => {
      if (before.name !== "recording" && before.name !== "paused") return;
      if (after.name === "stopping")
        expect(
          event.type === "ended" || effects.some((effect) => effect.do === "stop-encoder"),
        ).toBe(true);
      expect(["recording", "paused", "stopping"]).toContain(after.name);
    });
  });
});
