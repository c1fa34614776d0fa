import { type Job, PgBoss } from "pg-boss";
import { describe, expect, it } from "vitest";
import { bossDatabase } from "#api/platform/boss-database.ts";
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
async function taken(queue: string): Promise<Job<object>> {
  await boss.send(queue, {});
  const [job] = await boss.fetch<object>(queue);
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
    await claims.giveBack(queue, { ...job, retryCount: job.retryCount + 1 });
    expect(await stateOf(job)).toMatchObject({ state: "active" });
    await boss.complete(queue, job.id);
    await claims.giveBack(queue, job);
    expect(await stateOf(job)).toMatchObject({ state: "completed" });
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
    await boss.send(queue, {}, { startAfter: 3600 });
    expect(await claims.secondsUntilDue(queue)).toBeGreaterThan(3000);
  });
});
