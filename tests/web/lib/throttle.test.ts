import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttled } from "#web/lib/throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a hundred events in a second are one run now and one when they are over", () => {
  const run = vi.fn();
  const hear = throttled(run, 2_000);
  for (let event = 0; event < 100; event += 1) {
    hear();
    vi.advanceTimersByTime(10);
  }
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(2);
});

test("an event after a quiet time runs at once, and the last of a storm is never lost", () => {
  const run = vi.fn();
  const hear = throttled(run, 2_000);
  hear();
  vi.advanceTimersByTime(5_000);
  hear();
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_999);
  hear();
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(3);
});
