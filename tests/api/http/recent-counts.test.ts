import { describe, expect, it, test } from "vitest";
import { offsetOf, pageOf } from "#api/http/page.ts";
import { recentCounts } from "#api/http/recent-counts.ts";

describe("what was counted lately", () => {
  it("is added up by call, minute and speed, taken once, and added to what comes meanwhile", () => {
    let now = Date.UTC(2026, 0, 1, 12, 0, 59, 999);
    const counts = recentCounts(() => now);
    const fast = { over: 0, upTo: 5 };
    counts.add({ route: "/a", hasFailed: false, stretch: fast });
    counts.add({ route: "/a", hasFailed: true, stretch: fast });
    counts.add({ route: "/b", hasFailed: false, stretch: fast });
    counts.add({ route: "/a", hasFailed: false, stretch: { over: 5, upTo: 10 } });
    counts.add({ route: "/a", hasFailed: true, stretch: undefined });
    now += 1;
    counts.add({ route: "/a", hasFailed: false, stretch: fast });
    const [noon, later] = [new Date(Date.UTC(2026, 0, 1, 12)), new Date(now)];
    const expected = [
      { begins_at: noon, route: "/a", over_ms: 0, up_to_ms: 5, requests: 2, failures: 1 },
      { begins_at: noon, route: "/b", over_ms: 0, up_to_ms: 5, requests: 1, failures: 0 },
      { begins_at: noon, route: "/a", over_ms: 5, up_to_ms: 10, requests: 1, failures: 0 },
      { begins_at: noon, route: "/a", over_ms: null, up_to_ms: null, requests: 1, failures: 1 },
      { begins_at: later, route: "/a", over_ms: 0, up_to_ms: 5, requests: 1, failures: 0 },
    ];
    const taken = counts.take();
    expect(taken).toEqual(expected);
    expect(counts.take()).toEqual([]);
    counts.add({ route: "/a", hasFailed: true, stretch: fast });
    counts.giveBack(taken);
    expect(counts.take().find((count) => count.begins_at > noon)).toMatchObject({
      requests: 2,
      failures: 1,
    });
  });

  it("is so many kinds at most, and those go on being counted", () => {
    const counts = recentCounts(() => 0);
    for (let route = 0; route <= 20_000; route++)
      counts.add({ route: `/${route}`, hasFailed: false, stretch: undefined });
    counts.add({ route: "/0", hasFailed: false, stretch: undefined });
    const taken = counts.take();
    expect([taken.length, taken[0]?.requests, taken.at(-1)?.route]).toEqual([20_000, 2, "/19999"]);
  });
});

test.each([
  [undefined, 1],
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [20, 2],
])("of %s there are %i pages of ten", (total, total_pages) => {
  const counted = total === undefined ? [] : [{ total }];
  expect(pageOf({ page: 3, per_page: 10 }, counted)).toEqual({
    total: total ?? 0,
    page: 3,
    per_page: 10,
    total_pages,
  });
  expect([1, 3].map((page) => offsetOf({ page, per_page: 10 }))).toEqual([0, 20]);
});
