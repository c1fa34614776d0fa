import pino from "pino";
import { expect, test } from "vitest";
import { keepCounts, startMeasuring } from "#api/features/analytics/keep-measures.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { serverZone } from "#api/http/server-zone.ts";
import { testDatabase } from "#tests/support/database.ts";

const database = await testDatabase();
const service = database.asService("a test keeps what was counted");
const quickOnes = { is_today: true, over_ms: 3, up_to_ms: 5 };
const untimed = { is_today: true, over_ms: null, up_to_ms: null };
const away = () => Promise.reject(new Error("the database is away"));
const call = { method: "GET", route: "/api/recordings", status: 200, bringsFile: false, ms: 4 };

const kept = () => database.pool`
  select begins_at = date_trunc('day', now(), ${serverZone()}) as is_today, over_ms, up_to_ms,
         requests::int, failures::int
    from private.answer_measures`;

test("what cannot be kept waits for the next time, together with what comes meanwhile", async () => {
  const { recent, observe } = createMetrics();
  observe(call);
  observe({ ...call, status: 500 });
  await expect(keepCounts(recent, away)).rejects.toThrow("the database is away");
  observe(call);
  await keepCounts(recent, service);
  expect([...(await kept())]).toEqual([{ ...quickOnes, requests: 3, failures: 1 }]);
  expect(recent.take(), "none of it twice").toEqual([]);
});

test("what several processes counted on one day is one row for each speed", async () => {
  const before = await kept();
  for (let process = 0; process < 2; process++) {
    const { recent, observe } = createMetrics();
    for (const ms of [6_000, 20_000]) observe({ ...call, ms });
    await keepCounts(recent, service);
  }
  expect((await kept()).length).toBe(before.length + 2);
  const slowest = { is_today: true, over_ms: 10_000, up_to_ms: Number.POSITIVE_INFINITY };
  expect([...(await kept())]).toContainEqual({ ...slowest, requests: 2, failures: 0 });
});

test("a process that ends keeps the last of it, and one that cannot says so and ends all the same", async () => {
  const { recent, observe } = createMetrics();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  observe({ ...call, bringsFile: true });
  await startMeasuring(recent, away, log).stop();
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 40, err: {} });
  await startMeasuring(recent, service, log).stop();
  expect(lines).toHaveLength(1);
  expect([...(await kept())]).toContainEqual({ ...untimed, requests: 1, failures: 0 });
});
