import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { connect } from "#api/platform/database.ts";
import { startJobs } from "#api/platform/jobs/queue.ts";
import { testDatabase } from "#tests/support/database.ts";

const { url } = await testDatabase();
// One connection: what is asked later is answered later.
const { pool, close } = connect({ url, max: 1 });

afterEach(async () => {
  vi.useRealTimers();
  await close();
});

const LOOK_MS = 15_000;

test("after a time in which nobody could say that they live, no job is taken from whoever is at it", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const jobs = await startJobs({ pool, log: pino({ level: "silent" }), pollSeconds: 3600 });
  await pool`
    insert into private.jobs (kind, data, attempt, alive_at)
    values ('long', '{}', gen_random_uuid(), now() - interval '2 minutes')`;
  const isTaken = async () => {
    const [job] = await pool`select attempt is not null as taken from private.jobs`;
    return job?.taken;
  };
  vi.setSystemTime(Date.now() + 120_000);
  vi.advanceTimersByTime(LOOK_MS);
  expect(await isTaken(), "its process had no chance yet").toBe(true);
  vi.advanceTimersByTime(LOOK_MS);
  expect(await isTaken(), "its process is silent").toBe(false);
  await jobs.stop();
});
