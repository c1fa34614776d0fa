import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markStale } from "#web/data/stale.ts";
import { write } from "#web/data/write.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Queries of an open page, each under the words of its name, and how often each was asked for since it was there. */
async function open(cache: QueryClient, ...names: string[]) {
  const asked = names.map((name) => {
    const queryFn = vi.fn(async () => name);
    new QueryObserver(cache, { queryKey: name.split(" "), queryFn }).subscribe(() => {});
    return queryFn;
  });
  await vi.advanceTimersByTimeAsync(1);
  for (const each of asked) each.mockClear();
  return () => asked.map(({ mock }) => mock.calls.length);
}

test("what two parts of a page hear in one moment is read anew once, and at once", async () => {
  const cache = new QueryClient();
  const asked = await open(cache, "a", "b");
  markStale(cache, ["a"], ["b"]);
  markStale(cache, ["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toEqual([1, 1]);
});

test("what 25 imports announce in half a minute makes an open page ask no 60 rounds", async () => {
  const cache = new QueryClient();
  const asked = await open(cache, "a");
  // Each of 25 recordings arrives, is prepared in a few steps, and is ready.
  for (let event = 0; event < 25 * 6; event++) {
    markStale(cache, ["a"]);
    await vi.advanceTimersByTimeAsync(200);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()[0]).toBeLessThanOrEqual(16);
  expect(asked()[0]).toBeGreaterThan(10);
});

test("the last of a storm is never lost, and another key does not wait for it", async () => {
  const cache = new QueryClient();
  const asked = await open(cache, "a", "b");
  markStale(cache, ["a"]);
  await vi.advanceTimersByTimeAsync(100);
  markStale(cache, ["a"]);
  markStale(cache, ["b"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked()).toEqual([2, 1]);
});

test("two caches do not hold each other up", async () => {
  const [one, other] = [new QueryClient(), new QueryClient()];
  const [ofOne, ofOther] = [await open(one, "a"), await open(other, "a")];
  markStale(one, ["a"]);
  markStale(other, ["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect([ofOne(), ofOther()]).toEqual([[1], [1]]);
});

test("a change of one's own stays shown until it is answered, whatever is heard meanwhile", async () => {
  const cache = new QueryClient();
  const asked = await open(cache, "a", "a part", "b");
  const answer = Promise.withResolvers<void>();
  const show = () => cache.setQueryData(["a"], "mine");
  const mine = write({ send: () => answer.promise, stale: ["a"], show });
  const ended = cache.getMutationCache().build(cache, mine).execute();
  await vi.advanceTimersByTimeAsync(1);
  markStale(cache, ["a"], ["a", "part"], ["b"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked(), cache.getQueryData(["a"])]).toEqual([[0, 0, 1], "mine"]);
  answer.resolve();
  await ended;
  expect([asked(), cache.getQueryData(["a"])]).toEqual([[1, 1, 1], "a"]);
  markStale(cache, ["a"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toEqual([2, 2, 1]);
});
