// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { adminKey } from "#web/data/admin.ts";
import { activeUsersQuery, activityQuery, statsQuery } from "#web/data/admin-dashboard.ts";
import { markStaleBy } from "#web/data/admin-live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How often what an open page shows is asked for. */
function open(name: string) {
  const cache = new QueryClient();
  let asked = 0;
  const queryFn = async () => ++asked;
  const observer = new QueryObserver(cache, { queryKey: [...adminKey, name], queryFn });
  observer.subscribe(() => {});
  return {
    hear: (event: Parameters<typeof markStaleBy>[1]) => markStaleBy(cache, event),
    asked: () => asked,
  };
}

test("a hundred sign-ups in a second are two readings, and the last of them is among them", async () => {
  const { hear, asked } = open("stats");
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(1);
  for (let n = 0; n < 100; n++) {
    hear("activity");
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(3);
});

test("what people do makes lists stale, that they are here only who is here", async () => {
  for (const [name, activity, presence] of [
    ["stats", 1, 0],
    ["activity", 1, 0],
    ["users", 1, 1],
    ["active-users", 0, 1],
    ["analytics", 0, 0],
  ] as const) {
    const { hear, asked } = open(name);
    await vi.advanceTimersByTimeAsync(1);
    hear("activity");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked() - 1, name).toBe(activity);
    hear("presence");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked() - 1, name).toBe(activity + presence);
    hear("joined");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked() - 1, name).toBe(activity + presence + 1);
  }
});

test("where nothing is heard, the dashboard is read anew every minute", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({});
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const open = [
    new QueryObserver(cache, statsQuery).subscribe(() => {}),
    new QueryObserver(cache, activityQuery).subscribe(() => {}),
    new QueryObserver(cache, activeUsersQuery(1)).subscribe(() => {}),
  ];
  const addresses = ["active-users?page=1", "recent-activity", "stats"].map(
    (what) => `/api/admin/dashboard/${what}`,
  );
  for (let minute = 0; minute < 3; minute++) {
    await vi.advanceTimersByTimeAsync(10);
    expect(asked.splice(0).sort(), `minute ${minute}`).toEqual(addresses);
    await vi.advanceTimersByTimeAsync(59_980);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
  }
  for (const close of open) close();
});
