import { afterEach, expect, test, vi } from "vitest";
import { eachSecond } from "#api/platform/platform.ts";

afterEach(() => void vi.useRealTimers());

test("however many ask whether it is ready, its parts are asked once a second", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let asked = 0;
  const ready = eachSecond(async () => ({ ready: ++asked > 1, checks: {} }));
  const all = await Promise.all(Array.from({ length: 20 }, ready));
  expect(all.map((one) => one.ready)).toEqual(all.map(() => false));
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(await ready(), "what was wrong is not believed for longer").toMatchObject({ ready: true });
  expect(asked).toBe(2);
});
