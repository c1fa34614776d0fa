import { describe, expect, it, test } from "vitest";
import { recentCounts } from "#api/http/limits/recent-counts.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { offsetOf, pageOf } from "#api/http/page.ts";

describe("what was counted lately", () => {
  it("is added up by the day of the server and speed, taken once, and added to what comes meanwhile", () => {
    let now = new Date(2026, 0, 1, 23, 59, 59, 999).getTime();
    const counts = recentCounts(() => now);
    const fast = { over: 0, upTo: 5 };
    counts.add({ hasFailed: false, stretch: fast });
    counts.add({ hasFailed: true, stretch: fast });
    counts.add({ hasFailed: false, stretch: { over: 5, upTo: 10 } });
    counts.add({ hasFailed: true, stretch: undefined });
    now += 1;
    counts.add({ hasFailed: false, stretch: fast });
    const [first, second] = [new Date(2026, 0, 1), new Date(2026, 0, 2)];
    const expected = [
      { begins_at: first, over_ms: 5, up_to_ms: 10, requests: 1, failures: 0 },
      { begins_at: first, over_ms: 0, up_to_ms: 5, requests: 2, failures: 1 },
      { begins_at: first, over_ms: null, up_to_ms: null, requests: 1, failures: 1 },
      { begins_at: second, over_ms: 0, up_to_ms: 5, requests: 1, failures: 0 },
    ];
    const taken = counts.take();
    expect(taken).toEqual(expected);
    expect(counts.take()).toEqual([]);
    counts.add({ hasFailed: true, stretch: fast });
    counts.giveBack(taken);
    expect(counts.take().find((count) => count.begins_at > first)).toMatchObject({
      requests: 2,
      failures: 1,
    });
  });
});

describe("the measure of an answer", () => {
  const answer = { method: "GET", route: "/api/a", status: 200, ms: 5, bringsFile: false };
  const counted = (more: Partial<Parameters<ReturnType<typeof createMetrics>["observe"]>[0]>) => {
    const metrics = createMetrics();
    metrics.observe({ ...answer, ...more });
    const [count] = metrics.recent.take();
    return count && [count.over_ms, count.up_to_ms, count.failures];
  };

  it("is the stretch that it fell into, its end included", () => {
    expect(counted({ ms: 0 })).toEqual([0, 1, 0]);
    expect(counted({ ms: 5 })).toEqual([3, 5, 0]);
    expect(counted({ ms: 5.001 })).toEqual([5, 7.5, 0]);
    expect(counted({ ms: 10_000 })).toEqual([5000, 10_000, 0]);
    expect(counted({ ms: 10_001 })).toEqual([10_000, Number.POSITIVE_INFINITY, 0]);
    expect(counted({ bringsFile: true })).toEqual([null, null, 0]);
  });

  it("counts as a failure where it is the server's, of calls of the API alone", () => {
    expect(counted({ status: 499 })?.at(-1)).toBe(0);
    expect(counted({ status: 500 })?.at(-1)).toBe(1);
    expect(counted({ status: 503, isOff: true })?.at(-1)).toBe(0);
    expect(counted({ route: "/metrics" })).toBeUndefined();
  });

  it("is written in buckets that hold all that was as fast", () => {
    const metrics = createMetrics();
    for (const ms of [1, 1.5, 20_000]) metrics.observe({ ...answer, ms });
    metrics.observe({ ...answer, status: 404 });
    const labels = 'method="GET",route="/api/a",status="200"';
    const lines = metrics.text().split("\n");
    for (const line of [
      `http_request_duration_ms_bucket{${labels},le="1"} 1`,
      `http_request_duration_ms_bucket{${labels},le="2"} 2`,
      `http_request_duration_ms_bucket{${labels},le="10000"} 2`,
      `http_request_duration_ms_bucket{${labels},le="+Inf"} 3`,
      `http_request_duration_ms_sum{${labels}} 20002.500`,
      `http_request_duration_ms_count{${labels}} 3`,
    ])
      expect(lines).toContain(line);
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
