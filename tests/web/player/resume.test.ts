import { describe, expect, it } from "vitest";
import { type Places, remember, startOf } from "#web/features/player/use-place.ts";

const now = 1_000;

describe("where somebody stopped", () => {
  it.each([
    ["in the middle", { time: 30, duration: 60 }, true],
    ["in the first seconds", { time: 4.9, duration: 60 }, false],
    ["after five of them", { time: 5, duration: 60 }, true],
    ["eight seconds before the end", { time: 52, duration: 60 }, true],
    ["just before the end", { time: 52.1, duration: 60 }, false],
    ["in a video that is shorter than both", { time: 6, duration: 10 }, false],
    ["at the beginning of one of unknown length", { time: 4, duration: null }, false],
    ["in a video of unknown length", { time: 30, duration: null }, true],
  ])("%s", (_where, place, isKept) => {
    expect("a" in remember({}, "a", place, now)).toBe(isKept);
  });

  it("is let go once the end was seen", () => {
    const places = remember({}, "a", { time: 30, duration: 60 }, now);
    expect(remember(places, "a", { time: 60, duration: 60 }, now + 1)).toEqual({});
  });

  it("is kept for the 200 videos watched last", () => {
    let places: Places = {};
    for (let id = 0; id < 250; id++) {
      places = remember(places, `v${id}`, { time: 30, duration: null }, id);
    }
    expect(Object.keys(places)).toHaveLength(200);
    expect(places.v249).toBeDefined();
    expect(places.v50).toBeDefined();
    expect(places.v49).toBeUndefined();
    const seenAgain = remember(places, "v50", { time: 31, duration: null }, 300);
    expect(Object.keys(seenAgain)).toHaveLength(200);
    expect(seenAgain.v50).toEqual({ time: 31, at: 300 });
  });

  it("gives way to the moment of a link", () => {
    expect(startOf(undefined, 30, 60)).toEqual({ time: 30, isResumed: true });
    expect(startOf(0, 30, 60)).toEqual({ time: 0, isResumed: false });
    expect(startOf(undefined, 0, 60)).toBeUndefined();
  });

  it("is none any more in a film that was cut to end before it, or soon after", () => {
    const start = (duration: number | null) => startOf(undefined, 30, duration);
    expect([20, 30, 37, 38, null].map((duration) => start(duration)?.time)).toEqual([
      ...[undefined, undefined, undefined],
      ...[30, 30],
    ]);
  });
});
