import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isolate, listeners } from "#web/lib/listeners.ts";

const reported = vi.fn();
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(reported));
afterEach(() => {
  vi.restoreAllMocks();
  reported.mockReset();
});

const fault = new Error("no room");
const fail = () => {
  throw fault;
};

test("all hear it, whoever of them throws", () => {
  const heard: number[] = [];
  const all = listeners<number>();
  all.add(fail);
  all.add((value) => heard.push(value));
  all.tell(1);
  expect(heard).toEqual([1]);
});

test("one that throws each time is reported once, and another one for itself", () => {
  const all = listeners<number>();
  all.add(fail);
  all.add(fail);
  for (const value of [1, 2, 3]) all.tell(value);
  expect(reported.mock.calls).toEqual([[fault], [fault]]);
});

test("one that stops listening hears no more, and is not counted", () => {
  const heard: number[] = [];
  const all = listeners<number>();
  const stop = all.add((value) => heard.push(value));
  expect(all.count()).toBe(1);
  stop();
  all.tell(1);
  expect([heard, all.count()]).toEqual([[], 0]);
});

test("what fails later is reported, too", async () => {
  isolate(async () => fail())();
  await expect.poll(() => reported).toHaveBeenCalledWith(fault);
});
