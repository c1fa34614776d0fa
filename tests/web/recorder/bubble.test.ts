import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Bubble,
  circleOf,
  middleSquare,
  moveBubble,
  resizeBubble,
  startBubble,
} from "#web/features/recorder/capture/camera/bubble.ts";

const picture = { width: 1280, height: 720 };

describe("the camera bubble", () => {
  it("begins at the lower left", () => {
    const { x, y, radius } = circleOf(startBubble, picture);
    expect(x - radius).toBeGreaterThan(0);
    expect([x < 640, y > 360, y + radius <= 720]).toEqual([true, true, true]);
  });

  it("follows the pointer pixel by pixel", () => {
    const before = circleOf(startBubble, picture);
    const after = circleOf(moveBubble(startBubble, { x: 100, y: -50 }, picture), picture);
    expect(after.x - before.x).toBeCloseTo(100);
    expect(after.y - before.y).toBeCloseTo(-50);
  });

  it("comes back at once after it was pushed far beyond an edge", () => {
    const pushed = moveBubble(startBubble, { x: 99_999, y: 99_999 }, picture);
    const back = moveBubble(pushed, { x: -10, y: -10 }, picture);
    expect(circleOf(pushed, picture).x - circleOf(back, picture).x).toBeCloseTo(10);
  });

  it("stays inside of every picture, wherever it is dragged and however large it is made", () => {
    const step = fc.oneof(
      fc.record({
        x: fc.integer({ min: -2000, max: 2000 }),
        y: fc.integer({ min: -2000, max: 2000 }),
      }),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
    );
    const size = fc.record({
      width: fc.integer({ min: 200, max: 4000 }),
      height: fc.integer({ min: 200, max: 4000 }),
    });
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 20 }), (screen, steps) => {
        const bubble = steps.reduce<Bubble>(
          (b, by) =>
            typeof by === "number" ? resizeBubble(b, by, screen) : moveBubble(b, by, screen),
          startBubble,
        );
        const { x, y, radius } = circleOf(bubble, screen);
        const slack = 1e-6;
        expect(Math.min(x - radius, y - radius)).toBeGreaterThanOrEqual(-slack);
        expect(x + radius).toBeLessThanOrEqual(screen.width + slack);
        expect(y + radius).toBeLessThanOrEqual(screen.height + slack);
      }),
    );
  });

  it("shows the middle of the camera's picture", () => {
    expect(middleSquare({ width: 640, height: 480 })).toEqual({ x: 80, y: 0, side: 480 });
    expect(middleSquare({ width: 480, height: 640 })).toEqual({ x: 0, y: 80, side: 480 });
  });
});
