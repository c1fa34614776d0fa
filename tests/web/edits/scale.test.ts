import { describe, expect, it } from "vitest";
import {
  placeOf,
  scaleOf,
  secondsAt,
  snapped,
  ticksOf,
} from "#web/features/edits/timeline/scale.ts";

const scale = scaleOf(100, 1040, 1); // ten pixels to a second

describe("the timeline", () => {
  it("has a place for each second, and finds it back", () => {
    expect(scale.second).toBe(10);
    for (const seconds of [0, 12.5, 100])
      expect(secondsAt(scale, placeOf(scale, seconds))).toBeCloseTo(seconds);
    expect([secondsAt(scale, -50), secondsAt(scale, 5000)]).toEqual([0, 100]);
  });

  it("writes no time upon another, however near one looks", () => {
    for (const zoom of [0.01, 1, 3, 40]) {
      const near = scaleOf(100, 1040, zoom);
      const [one = 0, two = Infinity] = ticksOf(near, 10, 90);
      expect((two - one) * near.second, `zoom ${zoom}`).toBeGreaterThanOrEqual(72);
    }
    expect(ticksOf(scale, 0, 30)).toEqual([0, 10, 20, 30]);
  });

  it("draws an edge to a pause that is near on the screen, and to the nearest of several", () => {
    const pauses = [{ start: 10, end: 10.5 }];
    expect(snapped(scale, 10.6, pauses)).toBe(10.5);
    expect(snapped(scale, 10.2, pauses)).toBe(10);
    expect(snapped(scale, 11, pauses)).toBe(11);
    expect(snapped(scaleOf(100, 1040, 10), 10.6, pauses)).toBe(10.6);
  });
});
