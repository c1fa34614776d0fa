import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { areaPath, indexAt, linePath, placeOf, roundTop, stretches } from "#web/ui/charts/scale.ts";

describe("the end of an axis", () => {
  it.each([
    [0, 1],
    [1, 1],
    [13, 20],
    [200, 200],
    [201, 400],
    [0.031, 0.04],
    [9.5, 10],
  ])("for a largest value of %d is %d", (largest, top) => {
    expect(roundTop(largest)).toBeCloseTo(top, 10);
  });

  it("is never below what is drawn, and never more than twice of it", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (largest) => {
        const top = roundTop(largest);
        expect(top).toBeGreaterThanOrEqual(largest * 0.999999);
        expect(top).toBeLessThanOrEqual(largest * 2.000001);
      }),
    );
  });
});

test("a line is broken where nothing was measured", () => {
  const found = stretches([10, 5, null, 0, null], 10);
  expect(found.map(linePath)).toEqual(["M10 0L30 50", "M70 100"]);
  expect(found.map(areaPath)[0]).toBe("M10 0L30 50L30 100L10 100Z");
});

test("whoever points at a value finds it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (count, n) => {
      const index = n % count;
      expect(indexAt(placeOf(index, count) / 100, count)).toBe(index);
    }),
  );
  expect([indexAt(-1, 5), indexAt(1, 5)]).toEqual([0, 4]);
});
