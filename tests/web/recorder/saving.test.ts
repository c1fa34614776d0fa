import { describe, expect, it } from "vitest";
import { initial, next } from "#web/features/recorder/machine.ts";
import type { Event, State } from "#web/features/recorder/steps.ts";

const summary = { bytes: 10, elapsed: 5000 };
const does = (state: State, event: Event) => next(state, event).effects.map((effect) => effect.do);
const says = (state: State, event: Event) =>
  next(state, event).effects.flatMap((effect) => (effect.do === "toast" ? [effect.text] : []));

describe("the recorder, about what it saves", () => {
  it("says that it was saved, or why it was not", () => {
    const saving: State = { name: "saving", summary };
    expect(says(saving, { type: "saved", recordingId: "r1" })).toEqual(["Recording saved."]);
    expect(says(saving, { type: "save-failed", reason: "No room." })).toEqual(["No room."]);
  });

  it("keeps why it is not saved in sight when the file was downloaded, and asks no more", () => {
    const failed: State = { name: "failed", summary, reason: "No room.", downloaded: false };
    expect(does(failed, { type: "reset" })).toEqual(["ask-to-discard"]);
    expect(does(failed, { type: "discard" })).toEqual(["discard-take"]);
    const step = next(failed, { type: "downloaded" });
    expect(step).toEqual({ state: { ...failed, downloaded: true }, effects: [] });
    expect(does(step.state, { type: "reset" })).toEqual(["discard-take"]);
    expect(does(step.state, { type: "save" })).toEqual(["finish-upload"]);
  });

  it("asks once more before it throws away what failed again after a download", () => {
    const failed: State = { name: "failed", summary, reason: "No room.", downloaded: true };
    const saving = next(failed, { type: "save" }).state;
    expect(next(saving, { type: "downloaded" })).toEqual({ state: saving, effects: [] });
    const again = next(saving, { type: "save-failed", reason: "No drive." }).state;
    expect(again).toEqual({ name: "failed", summary, reason: "No drive.", downloaded: false });
  });

  it("saves all of it again when the server's copy turns out to differ", () => {
    const saved: State = { name: "saved", summary, recordingId: "r1" };
    expect(next(saved, { type: "save" })).toEqual({
      state: { name: "saving", summary },
      effects: [{ do: "upload-again" }],
    });
  });

  it("leaves what was saved to its own end, before the next one begins", () => {
    const saved: State = { name: "saved", summary, recordingId: "r1" };
    expect(next(saved, { type: "reset" })).toEqual({
      state: initial,
      effects: [{ do: "leave-take" }],
    });
    expect(does(saved, { type: "start", instant: true })).toEqual(["leave-take", "choose-sources"]);
  });

  it("holds what is not saved for its owner when they leave, and lets go of what is", () => {
    const left: Event = { type: "owner-left" };
    const unsaved: State[] = [
      { name: "ready", summary, downloaded: true },
      { name: "failed", summary, downloaded: false, reason: "No room." },
      { name: "saving", summary },
    ];
    for (const state of unsaved)
      expect(next(state, left)).toEqual({ state: initial, effects: [{ do: "hold-take" }] });
    expect(next({ name: "saved", summary, recordingId: "r1" }, left)).toEqual({
      state: initial,
      effects: [{ do: "leave-take" }],
    });
    const recording: State = { name: "recording", instant: true, clock: { spent: 0, since: 1 } };
    expect(next(recording, left)).toEqual({ state: recording, effects: [] });
  });
});
