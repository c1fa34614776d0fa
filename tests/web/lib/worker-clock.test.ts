import { afterEach, expect, test, vi } from "vitest";
import { startClock } from "#web/lib/browser/worker-clock.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a clock ticks at the interval it was started with, in a worker of its own", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let hear: ((event: { data: unknown }) => void) | undefined;
  let clock: Clock | undefined;
  class Clock {
    onmessage: (event: object) => void = () => {};
    constructor(readonly url: URL) {
      clock = this;
    }
    postMessage = (data: unknown) => hear?.({ data });
  }
  vi.stubGlobal("Worker", Clock);
  vi.stubGlobal("addEventListener", (_: string, listener: typeof hear) => {
    hear = listener;
  });
  vi.stubGlobal("postMessage", (data: unknown) => clock?.onmessage({ data }));
  await import("#web/lib/browser/clock.worker.ts");
  const tick = vi.fn();
  startClock(500, tick);
  expect(clock?.url.pathname).toContain("clock.worker");
  vi.advanceTimersByTime(499);
  expect(tick).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_001);
  expect(tick).toHaveBeenCalledTimes(3);
});
