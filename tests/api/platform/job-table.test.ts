import { describe, expect, it } from "vitest";
import { type Job, sendJob } from "#api/platform/jobs/table.ts";
import { testDatabase } from "#tests/support/database.ts";
import { failedJobs } from "#tests/support/notes.ts";
import { takenJobs } from "#tests/support/taken-jobs.ts";

const { pool } = await testDatabase();
const { table, heard, newKind, taken, takenAgain, stateOf, silentFor } = await takenJobs(pool);
const RETRIES = 5;

const dueIn = async ({ id }: { id: string }) => {
  const [row] = await pool<{ seconds: number | null }[]>`
    select extract(epoch from due_at - now())::float8 as seconds from private.jobs where id = ${id}
  `;
  return row?.seconds;
};

const setTries = ({ id }: Job, tries: number) =>
  pool`update private.jobs set tries = ${tries} where id = ${id}`;

describe("a job that is given back", () => {
  it("is told to whoever waits for such", async () => {
    const job = await taken();
    await table.giveBack(job);
    await expect.poll(() => heard).toContain(job.kind);
    expect(await stateOf(job)).toMatchObject({ state: "waiting", tries: 0 });
  });

  it("is not taken from who has begun it anew, and not done again once it is done", async () => {
    const job = await taken();
    await table.giveBackDead("all");
    const again = await takenAgain(job.kind);
    await table.giveBack(job);
    expect(await stateOf(job)).toMatchObject({ state: "running" });
    await table.done(again);
    await table.giveBack(again);
    expect(await stateOf(job)).toBeUndefined();
  });
});

describe("a job that failed", () => {
  it("is tried again after a pause that is each time about twice as long, an hour at most", async () => {
    const job = await taken();
    for (const [tries, longest] of [
      [0, 1],
      [3, 8],
      [11, 2048],
      [12, 3600],
      [100, 3600],
    ] as const) {
      await setTries(job, tries);
      const before = await pool`update private.jobs set due_at = now() where id = ${job.id}`;
      expect(before.count).toBe(1);
      await table.fail(await takenAnyway(job), "no", 1000);
      const seconds = (await dueIn(job)) ?? 0;
      expect(seconds, `after ${tries}`).toBeLessThanOrEqual(longest);
      expect(seconds, `after ${tries}`).toBeGreaterThan(longest / 2 - 10);
      expect(await stateOf(job)).toMatchObject({ state: "waiting", tries: tries + 1 });
    }
  });

  it("for the last time is told, and its consequences are due until they are done", async () => {
    const job = await taken();
    await setTries(job, RETRIES);
    await table.fail(job, "the disk is full", RETRIES);
    expect(await stateOf(job)).toMatchObject({ state: "failed", tries: 0 });
    await expect.poll(() => heard).toContain(job.kind);

    const consequences = await takenAgain(job.kind);
    expect(consequences).toMatchObject({ id: job.id, has_failed: true });
    await table.fail(consequences, "nor this", 0);
    expect(await stateOf(job)).toMatchObject({ state: "failed", tries: 1 });
    await pool`update private.jobs set due_at = now() where id = ${job.id}`;
    await table.done(await takenAgain(job.kind));
    expect(await dueIn(job)).toBeNull();
    const failed = (await failedJobs(pool)).find(({ kind }) => kind === job.kind);
    expect(failed?.reason, "of the job, not of what followed").toBe("the disk is full");
  });

  it("stays to be seen for thirty days, and longer while something is due", async () => {
    const [old, young, due] = [await taken(), await taken(), await taken()];
    for (const job of [old, young, due]) await table.fail(job, "no", 0);
    for (const job of [old, young]) await table.done(await takenAgain(job.kind));
    const age = ({ id }: Job, days: number) =>
      pool`update private.jobs set failed_at = now() - ${days} * interval '1 day' where id = ${id}`;
    await Promise.all([age(old, 31), age(young, 29), age(due, 31)]);
    await table.forgetFailed();
    expect(await stateOf(old)).toBeUndefined();
    expect(await stateOf(young)).toMatchObject({ state: "failed" });
    expect(await stateOf(due)).toMatchObject({ state: "failed" });
    await pool`delete from private.jobs where id in (${young.id}, ${due.id})`;
  });
});

/** Takes the job as it is, whether or not it waits. */
async function takenAnyway({ id, kind }: Job): Promise<Job> {
  await pool`update private.jobs set attempt = null, alive_at = null where id = ${id}`;
  return takenAgain(kind);
}

describe("the jobs of a process that died", () => {
  it("are told to those who live, each death is counted, and those of the living stay", async () => {
    const [job, other] = [await taken(), await taken()];
    const silent = async () => {
      await silentFor(job, 60);
      await silentFor(other, 0);
      await table.giveBackDead(30);
    };
    await silent();
    await expect.poll(() => heard).toContain(job.kind);
    expect(await stateOf(job)).toEqual({ state: "waiting", tries: 0, deaths: 1 });
    await table.take(job.kind, []);
    await silent();
    expect(await stateOf(job)).toEqual({ state: "waiting", tries: 0, deaths: 2 });
    expect(await stateOf(other)).toMatchObject({ state: "running" });
  });

  it("of which one killed too many have failed, and so have consequences that do the same", async () => {
    const job = await taken();
    const die = async (deaths: number) => {
      await pool`update private.jobs set deaths = ${deaths} where id = ${job.id}`;
      await table.giveBackDead("all");
    };
    await die(24);
    expect(await stateOf(job)).toMatchObject({ state: "waiting", deaths: 25 });
    await takenAgain(job.kind);
    await die(25);
    expect(await stateOf(job)).toMatchObject({ state: "failed", deaths: 0 });
    await expect.poll(() => heard).toContain(job.kind);
    await takenAgain(job.kind);
    await die(25);
    expect(await dueIn(job), "nothing is left to do").toBeNull();
  });
});

describe("what waits", () => {
  it("is told by kind: how many run, how many may begin and since when, and when the next may", async () => {
    const kind = newKind();
    const told = async () => (await table.waiting()).get(kind);
    expect(await told()).toBeUndefined();
    const job = await taken(kind);
    expect(await told()).toEqual({
      ...{ running: 1, due: 0, waited_seconds: null, due_in_seconds: null },
    });
    await table.done(job);
    expect(await told(), "it is done").toBeUndefined();
    for (const afterSeconds of [7200, 3600, 9000])
      await sendJob(pool, { name: kind }, {}, { afterSeconds });
    const next = await told();
    expect(next).toMatchObject({ running: 0, due: 0, waited_seconds: null });
    expect(next?.due_in_seconds).toBeGreaterThan(3500);
    expect(next?.due_in_seconds).toBeLessThanOrEqual(3600);
    for (const afterSeconds of [-60, -600])
      await sendJob(pool, { name: kind }, {}, { afterSeconds });
    expect(await told()).toMatchObject({ due: 2 });
    expect((await told())?.waited_seconds).toBeGreaterThanOrEqual(600);
  });
});

describe("a job of the clock", () => {
  const isThere = async (kind: string) => Boolean(await table.take(kind, []));

  it("is sent once in each span of time, whoever looks how often", async () => {
    const kind = newKind();
    await Promise.all([1, 2, 3].map(() => table.sendOnce(kind, 3600)));
    expect([await isThere(kind), await isThere(kind)]).toEqual([true, false]);
    await pool`update private.job_clock set span = span - interval '1 hour' where kind = ${kind}`;
    await table.sendOnce(kind, 3600);
    expect([await isThere(kind), await isThere(kind)]).toEqual([true, false]);
  });
});
