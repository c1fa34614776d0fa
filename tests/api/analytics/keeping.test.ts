import pino from "pino";
import { expect, test } from "vitest";
import { keepCounts, startMeasuring } from "#api/features/analytics/keep-measures.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { testDatabase } from "#tests/support/database.ts";

const database = await testDatabase();
const service = database.asService("a test keeps what was counted");
const away = () => Promise.reject(new Error("the database is away"));
const call = { method: "GET", route: "/api/recordings", status: 200, bringsFile: false, ms: 4 };

const kept = () => database.pool`
  select route, sum(requests)::int as requests, sum(failures)::int as failures
    from private.request_measures group by route order by route`;

test("what cannot be kept waits for the next time, together with what comes meanwhile", async () => {
  const { recent, observe } = createMetrics();
  observe(call);
  observe({ ...call, status: 500 });
  await expect(keepCounts(recent, away)).rejects.toThrow("the database is away");
  observe(call);
  await keepCounts(recent, service);
  expect([...(await kept())]).toEqual([{ route: "GET /api/recordings", requests: 3, failures: 1 }]);
  expect(recent.take(), "none of it twice").toEqual([]);
});

test("a process that ends keeps the last of it, and one that cannot says so and ends all the same", async () => {
  const { recent, observe } = createMetrics();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  observe({ ...call, route: "/api/plans" });
  await startMeasuring(recent, away, log).stop();
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 40, err: {} });
  await startMeasuring(recent, service, log).stop();
  expect(lines).toHaveLength(1);
  expect([...(await kept())]).toContainEqual({ route: "GET /api/plans", requests: 1, failures: 0 });
});
