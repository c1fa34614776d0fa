import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HEARTBEAT_SECONDS, keepAttempts } from "#api/platform/jobs/attempts.ts";
import { type Job, JobTable } from "#api/platform/jobs/table.ts";
import { testDatabase } from "#tests/support/database.ts";
import { takenJobs } from "#tests/support/taken-jobs.ts";

const { pool } = await testDatabase();
const { table, taken, takenAgain, stateOf, silentFor } = await takenJobs(pool);
const RETRIES = 5;

describe("the heartbeat of a process", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());

  /** A process at these jobs, each of which waits to be interrupted, and then ends as it is told to. */
  function atWork(...jobs: Job[]) {
    const interrupted = new Map(jobs.map(({ id }) => [id, Promise.withResolvers<unknown>()]));
    const gate = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const attempts = keepAttempts(table, pino({ level: "silent" }), () => ended.resolve());
    for (const job of jobs)
      attempts.begin(job, {
        ...{ retries: RETRIES, longestSeconds: 60 },
        async handle({ id }, signal) {
          signal.addEventListener("abort", () => interrupted.get(id)?.resolve(signal.reason));
          await gate.promise;
        },
      });
    return {
      attempts,
      interrupted,
      ended: ended.promise,
      finish: () => gate.resolve(),
      fail: () => gate.reject(new Error("no")),
    };
  }

  it("finds out what is no longer its own, interrupts that alone, and keeps its failure to itself", async () => {
    const [lost, kept] = [await taken(), await taken()];
    const { attempts, interrupted, ended, fail } = atWork(lost);
    const other = atWork(kept);
    await silentFor(lost, 60);
    await silentFor(kept, 20);
    await table.giveBackDead(30);
    vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000);
    expect(await interrupted.get(lost.id)?.promise).toMatchObject({
      message: "Somebody else does this job now",
    });
    const beats = () => pool`
      select 1 from private.jobs where id = ${kept.id} and alive_at > now() - interval '10 seconds'
    `;
    await expect.poll(beats).toHaveLength(1);

    expect((await table.take(lost.kind, []))?.id, "somebody else's now").toBe(lost.id);
    fail();
    await ended;
    expect(await stateOf(lost)).toMatchObject({ state: "running", tries: 0 });
    expect(await stateOf(kept)).toMatchObject({ state: "running", tries: 0 });
    // A job that is still the process's own fails as ever.
    other.fail();
    await other.ended;
    expect(await stateOf(kept)).toMatchObject({ state: "waiting", tries: 1 });
    for (const one of [attempts, other.attempts]) await one.stop(0);
  });

  it.each(["finish", "fail"] as const)(
    "is not needed to know that it is somebody else's by now: what comes late to its end (%s) ends nothing",
    async (end) => {
      const job = await taken();
      const late = atWork(job);
      await table.giveBackDead("all");
      await takenAgain(job.kind);
      late[end]();
      await late.ended;
      expect(await stateOf(job)).toMatchObject({ state: "running", tries: 0 });
      await late.attempts.stop(0);
    },
  );

  it("keeps nothing alive that somebody else has begun since the last, and interrupts its own", async () => {
    const job = await taken();
    const { attempts, interrupted, ended, finish } = atWork(job);
    await table.giveBackDead("all");
    await silentFor(await takenAgain(job.kind), 20);
    vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000);
    expect(await interrupted.get(job.id)?.promise).toMatchObject({
      message: "Somebody else does this job now",
    });
    const silent = await pool`
      select 1 from private.jobs where id = ${job.id} and alive_at < now() - interval '10 seconds'
    `;
    expect(silent).toHaveLength(1);
    finish();
    await ended;
    await attempts.stop(0);
  });

  it("interrupts nothing because the database did not answer", async () => {
    const job = await taken();
    const { attempts, interrupted, ended, fail } = atWork(job);
    const touched = Promise.withResolvers<void>();
    table.touch = async () => {
      touched.resolve();
      throw new Error("the line is broken");
    };
    vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000);
    await touched.promise;
    table.touch = JobTable.prototype.touch;
    fail();
    await ended;
    expect(await stateOf(job), "its failure counts").toMatchObject({ state: "waiting", tries: 1 });
    expect(await Promise.race([interrupted.get(job.id)?.promise, "never"])).toBe("never");
    await attempts.stop(0);
  });
});

describe("a job whose end cannot be written", () => {
  it.each(["done", "fail", "giveBack"] as const)("gives its place back: %s", async (end) => {
    const job = await taken();
    const ended = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const broken = Object.assign(new JobTable(pool), {
      [end]: () => Promise.reject(new Error("the line is broken")),
    });
    const attempts = keepAttempts(broken, pino({ level: "silent" }), () => ended.resolve());
    attempts.begin(job, { retries: 0, longestSeconds: 60, handle: () => gate.promise });
    expect(attempts.count(job.kind)).toBe(1);
    const stopping = end === "giveBack" ? attempts.stop(60_000) : undefined;
    if (end === "done") gate.resolve();
    else gate.reject(new Error("no"));
    await ended.promise;
    expect(attempts.count(job.kind)).toBe(0);
    await (stopping ?? attempts.stop(0));
  });
});

describe("the clock of a job's limit", () => {
  afterEach(() => void vi.useRealTimers());

  it.each(["ends well", "fails"])("is gone when the job %s", async (how) => {
    const job = await taken();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const ended = Promise.withResolvers<void>();
    const attempts = keepAttempts(table, pino({ level: "silent" }), () => ended.resolve());
    const handle = async () => {
      if (how === "fails") throw new Error("no");
    };
    attempts.begin(job, { retries: 0, longestSeconds: 6 * 3600, handle });
    await ended.promise;
    vi.advanceTimersByTime(3600_000); // those of the database's connections run out long before
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    await attempts.stop(0);
  });
});
