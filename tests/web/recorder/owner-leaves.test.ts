import { describe, expect, it } from "vitest";
import { initial, next } from "#web/features/recorder/machine.ts";
import type { State } from "#web/features/recorder/steps.ts";

const summary = { bytes: 10, elapsed: 1000 };
const clock = { spent: 1000, since: null };

describe("when its owner leaves", () => {
  it.each([
    [{ name: "ready", summary, downloaded: false }, "hold-take"],
    [{ name: "failed", summary, reason: "No room.", downloaded: true }, "hold-take"],
    [{ name: "saving", summary }, "hold-take"],
    [{ name: "saved", summary, recordingId: "r1" }, "leave-take"],
  ] satisfies [State, string][])("%o is nobody else's to see", (state, effect) => {
    const left = { state: initial, effects: [{ do: effect }] };
    expect(next(state, { type: "owner-left" })).toEqual(left);
  });

  it("what still runs goes on", () => {
    for (const name of ["recording", "paused", "stopping"] as const) {
      const state: State = { name, instant: true, clock };
      expect(next(state, { type: "owner-left" })).toEqual({ state, effects: [] });
    }
  });
});
