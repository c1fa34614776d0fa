import { type JobWithMetadata, PgBoss } from "pg-boss";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bossDatabase } from "#api/platform/boss-database.ts";
import { HEARTBEAT_SECONDS, keepAttempts } from "#api/platform/job-attempts.ts";
import { givenUp, openClaims } from "#api/platform/job-claims.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { testDatabase } from "#tests/support/database.ts";

const SCHEMA = "pgboss";
const { pool } = await testDatabase();
/** The queues that were heard of since a test asked last. */
const heard: string[] = [];
const onSent = (queue: string) => heard.push(queue);
const boss = await new PgBoss({
  db: bossDatabase(pool, { onSent, onReconnect() {} }),
  ...{ schema: SCHEMA, schedule: false, supervise: false, useListenNotify: true },
}).start();
atEndOfFile(() => boss.stop({ graceful: false, close: false }));
const claims = openClaims(boss, pool, SCHEMA);

let queues = 0;
async function newQueue(): Promise<string> {
  const name = `claimed-${++queues}`;
  await boss.createQueue(givenUp(name), { notify: true });
  await boss.createQueue(name, { notify: true, deadLetter: givenUp(name), retryLimit: 5 });
  return name;
}

/** A job that somebody has just taken. */
async function taken(queue: string): Promise<JobWithMetadata<object>> {
  await boss.send(queue, {});
  return takenAgain(queue);
}

async function takenAgain(queue: string): Promise<JobWithMetadata<object>> {
  const [job] = await boss.fetch<object>(queue, { includeMetadata: true });
  if (!job) throw new Error("it should have been there");
  heard.length = 0;
  return job;
}

async function stateOf({ id }: { id: string }) {
  const [row] = await pool<{ state: string; tries: number; deaths: number | null }[]>`
    select state::text, retry_count as tries, (output ->> 'deaths')::int as deaths
      from pgboss.job where id = ${id}
  `;
  return row;
}

describe("a job that is given back", () => {
  it("is told to whoever waits for such", async () => {
    const queue = await newQueue();
    const job = await taken(queue);
    await claims.giveBack(queue, job);
    await expect.poll(() => heard).toContain(queue);
    expect(await stateOf(job)).toMatchObject({ state: "created", tries: 0 });
  });

  it("is not taken from who has begun it anew, and not done again once it is done", async () => {
    const queue = await newQueue();
    const job = await taken(queue);
    await claims.giveBackDead("all");
    const again = await takenAgain(queue);
    await claims.giveBack(queue, job);
    expect(await stateOf(job)).toMatchObject({ state: "active" });
    await claims.complete(queue, again);
    await claims.giveBack(queue, again);
    expect(await stateOf(job)).toMatchObject({ state: "completed" });
  });
});

describe("a job whose last try failed", () => {
  it("is told to whoever deals with what was given up", async () => {
    const queue = await newQueue();
    const job = await taken(queue);
    await pool`update pgboss.job set retry_limit = 0 where id = ${job.id}`;
    await claims.fail(queue, job, new Error("no"));
    expect(await stateOf(job)).toMatchObject({ state: "failed" });
    await expect.poll(() => heard).toContain(givenUp(queue));
  });
});

describe("the heartbeat of a process", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());

  /** A process at these jobs, each of which waits to be interrupted, and then ends as it is told to. */
  function atWork(queue: string, jobs: JobWithMetadata<object>[]) {
    const interrupted = new Map(jobs.map(({ id }) => [id, Promise.withResolvers<unknown>()]));
    const gate = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const attempts = keepAttempts(
      {
        ...{ claims, queue, atOnce: 2, log: pino({ level: "silent" }) },
        async handle({ id }, signal) {
          signal.addEventListener("abort", () => interrupted.get(id)?.resolve(signal.reason));
          await gate.promise;
        },
      },
      () => ended.resolve(),
    );
    for (const job of jobs) attempts.begin(job);
    return {
      attempts,
      interrupted,
      ended: ended.promise,
      finish: () => gate.resolve(),
      fail: () => gate.reject(new Error("no")),
    };
  }

  it("finds out what is no longer its own, interrupts that alone, and keeps its failure to itself", async () => {
    const queue = await newQueue();
    const [lost, kept] = [await taken(queue), await taken(queue)];
    const { attempts, interrupted, ended, fail } = atWork(queue, [lost]);
    const other = atWork(queue, [kept]);
    await pool`update pgboss.job set heartbeat_on = now() - interval '1 minute' where id = ${lost.id}`;
    await pool`update pgboss.job set heartbeat_on = now() - interval '20 seconds' where id = ${kept.id}`;
    await claims.giveBackDead(30);
    vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000);
    expect(await interrupted.get(lost.id)?.promise).toMatchObject({
      message: "Somebody else does this job now",
    });
    const beats = () => pool`
      select 1 from pgboss.job where id = ${kept.id} and heartbeat_on > now() - interval '10 seconds'
    `;
    await expect.poll(beats).toHaveLength(1);

    expect((await boss.fetch(queue))[0]?.id, "somebody else's now").toBe(lost.id);
    fail();
    await ended;
    expect(await stateOf(lost)).toMatchObject({ state: "active", tries: 0 });
    expect(await stateOf(kept)).toMatchObject({ state: "active", tries: 0 });
    // What is still its own fails as ever.
    other.fail();
    await other.ended;
    expect(await stateOf(kept)).toMatchObject({ state: "retry" });
    for (const one of [attempts, other.attempts]) await one.stop(0);
  });

  it.each(["finish", "fail"] as const)(
    "is not needed to know that it is somebody else's by now: what comes late to its end (%s) ends nothing",
    async (end) => {
      const queue = await newQueue();
      const job = await taken(queue);
      const late = atWork(queue, [job]);
      await claims.giveBackDead("all");
      await takenAgain(queue);
      late[end]();
      await late.ended;
      expect(await stateOf(job)).toMatchObject({ state: "active", tries: 0 });
      await late.attempts.stop(0);
    },
  );

  it("keeps nothing alive that somebody else has begun since the last, and interrupts its own", async () => {
    const queue = await newQueue();
    const job = await taken(queue);
    const { attempts, interrupted, ended, finish } = atWork(queue, [job]);
    await claims.giveBackDead("all");
    await takenAgain(queue);
    await pool`update pgboss.job set heartbeat_on = now() - interval '20 seconds' where id = ${job.id}`;
    vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000);
    expect(await interrupted.get(job.id)?.promise).toMatchObject({
      message: "Somebody else does this job now",
    });
    const kept = await pool`
      select 1 from pgboss.job where id = ${job.id} and heartbeat_on < now() - interval '10 seconds'
    `;
    expect(kept).toHaveLength(1);
    finish();
    await ended;
    await attempts.stop(0);
  });

  it("interrupts nothing because the database did not answer", async () => {
    const queue = await newQueue();
    const job = await taken(queue);
    const { attempts, interrupted, ended, fail } = atWork(queue, [job]);
    const touched = Promise.withResolvers<void>();
    const { touch } = claims;
    claims.touch = async () => {
      touched.resolve();
      throw new Error("the line is broken");
    };
    vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000);
    await touched.promise;
    claims.touch = touch;
    fail();
    await ended;
    expect(await stateOf(job), "its failure counts").toMatchObject({ state: "retry" });
    expect(await Promise.race([interrupted.get(job.id)?.promise, "never"])).toBe("never");
    await attempts.stop(0);
  });
});

describe("a job whose end cannot be written", () => {
  it.each(["complete", "fail", "giveBack"] as const)("gives its place back: %s", async (end) => {
    const queue = await newQueue();
    const job = await taken(queue);
    const ended = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const attempts = keepAttempts(
      {
        claims: { ...claims, [end]: () => Promise.reject(new Error("the line is broken")) },
        ...{ queue, atOnce: 1, log: pino({ level: "silent" }) },
        handle: () => gate.promise,
      },
      () => ended.resolve(),
    );
    attempts.begin(job);
    expect(attempts.hasRoom()).toBe(false);
    const stopping = end === "giveBack" ? attempts.stop(60_000) : undefined;
    if (end === "complete") gate.resolve();
    else gate.reject(new Error("no"));
    await ended.promise;
    expect(attempts.hasRoom()).toBe(true);
    await (stopping ?? attempts.stop(0));
  });
});

describe("the jobs of a process that died", () => {
  it("are told to those who live, each death is counted, and those of the living stay", async () => {
    const [dead, living] = [await newQueue(), await newQueue()];
    const [job, other] = [await taken(dead), await taken(living)];
    const silent = async () => {
      await pool`update pgboss.job set heartbeat_on = now() - interval '1 minute' where id = ${job.id}`;
      await pool`update pgboss.job set heartbeat_on = now() where id = ${other.id}`;
      await claims.giveBackDead(30);
    };
    await silent();
    await expect.poll(() => heard).toContain(dead);
    expect(await stateOf(job)).toEqual({ state: "created", tries: 0, deaths: 1 });
    await boss.fetch(dead);
    await silent();
    expect(await stateOf(job)).toEqual({ state: "created", tries: 0, deaths: 2 });
    expect(await stateOf(other)).toMatchObject({ state: "active" });
  });

  it("of which one killed too many are told as given up", async () => {
    const queue = await newQueue();
    const job = await taken(queue);
    await pool`update pgboss.job set output = '{"deaths": 25}' where id = ${job.id}`;
    await claims.giveBackDead("all");
    expect(await stateOf(job)).toMatchObject({ state: "failed" });
    await expect.poll(() => heard).toContain(givenUp(queue));
  });
});

describe("the next job that is due", () => {
  it("is one that waits for its time, not one that runs or is done", async () => {
    const queue = await newQueue();
    expect(await claims.secondsUntilDue(queue)).toBeNull();
    const job = await taken(queue);
    expect(await claims.secondsUntilDue(queue)).toBeNull();
    await boss.complete(queue, job.id);
    expect(await claims.secondsUntilDue(queue)).toBeNull();
    await boss.send(queue, {}, { startAfter: 7200 });
    expect(await claims.secondsUntilDue(queue)).toBeGreaterThan(7000);
    await boss.send(queue, {}, { startAfter: 3600 });
    await boss.send(queue, {}, { startAfter: 9000 });
    const seconds = await claims.secondsUntilDue(queue);
    expect(seconds).toBeGreaterThan(3000);
    expect(seconds).toBeLessThanOrEqual(3600);
  });
});
