import { Hono } from "hono";
import type postgres from "postgres";
import { describe, expect, it, test } from "vitest";
import { handleError } from "#api/http/handle-error.ts";
import { connect, type Sql } from "#api/platform/database.ts";
import { isDatabaseLost } from "#api/platform/database-lost.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { cuttable } from "#tests/support/cuttable.ts";
import { testDatabase } from "#tests/support/database.ts";

const { pool: admin, url } = await testDatabase();
const way = cuttable(url);

function open(max: number, at = url) {
  const database = connect({ url: at, max });
  atEndOfFile(database.close);
  return database;
}

const end = (pid: number) => admin`select pg_terminate_backend(${pid})`;
const isGone = (pid: number) =>
  expect.poll(() => admin`select from pg_stat_activity where pid = ${pid}`).toEqual([]);

async function ownPid(sql: Sql | postgres.Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  if (!row) throw new Error("Postgres named no process");
  return row.pid;
}

/** How each ended: with its rows, or with a lost database. */
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) => {
    if (call.status === "fulfilled") return "answered";
    return isDatabaseLost(call.reason) ? "lost" : call.reason;
  });

describe("a connection that breaks", () => {
  it("fails the transaction on it and nothing else", async () => {
    const { pool } = open(2);
    const torn = pool.begin(async (sql) => {
      await end(await ownPid(sql));
      await sql`select 1`;
      await sql`select 2`;
    });
    expect(await outcomes([torn])).toEqual(["lost"]);
    expect(await outcomes([pool`select 1`, pool`select 2`, pool`select 3`])).toEqual([
      "answered",
      "answered",
      "answered",
    ]);
  });

  it("takes the rest of its transaction with it: none of that runs on the next one's session", async () => {
    const { pool } = open(1);
    const reconnected = Promise.withResolvers<void>();
    const rest = Promise.withResolvers<unknown>();
    const torn = pool.begin(async (sql) => {
      await sql`set local role anon`;
      const pid = await ownPid(sql);
      await end(pid);
      await isGone(pid);
      await reconnected.promise;
      rest.resolve(await sql`select current_user`.catch((error: unknown) => error));
    });
    expect(await outcomes([torn])).toEqual(["lost"]);
    await ownPid(pool); // on a new session, in the same place of the pool
    reconnected.resolve();
    expect(isDatabaseLost(await rest.promise)).toBe(true);
  });

  it("does not answer the next question with the reason of its own end", async () => {
    const { pool } = open(1);
    const pid = await ownPid(pool);
    const asleep = pool`select pg_sleep(60)`.execute();
    const ended = outcomes([asleep]);
    await expect
      .poll(() => admin`select from pg_stat_activity where pid = ${pid} and state = 'active'`)
      .toHaveLength(1);
    await end(pid);
    expect(await ended).toEqual(["lost"]);
    expect(await outcomes([pool`select 1`])).toEqual(["answered"]);
  });

  it("refuses whoever had it to themselves, and is the pool's again", async () => {
    const { pool } = open(1);
    const own = await pool.reserve();
    await end(await ownPid(own));
    expect(await outcomes([own`select 1`])).toEqual(["lost"]);
    expect(await outcomes([own`select 1`])).toEqual(["lost"]);
    own.release();
    expect(await outcomes([pool`select 1`, pool`select 2`])).toEqual(["answered", "answered"]);
  });
});

describe("a database that cannot be reached", () => {
  it("keeps nobody waiting for a turn to be refused", async () => {
    const { pool } = open(2, way.url);
    await pool`select 1`;
    way.close();
    const before = way.attempts();
    const calls = Array.from({ length: 200 }, () => pool`select 1`.execute());
    expect(new Set(await outcomes(calls))).toEqual(new Set(["lost"]));
    expect(way.attempts() - before).toBeLessThan(20);
    way.open();
  });

  it("is lost as well while nobody knows its name, as that of a container that is down", async () => {
    const { pool } = open(1, "postgres://kinora@postgres.invalid/kinora");
    expect(await outcomes([pool`select 1`])).toEqual(["lost"]);
  });

  it("is lost as well while it has no connection left", async () => {
    const role = `crowded_${crypto.randomUUID().replaceAll("-", "")}`;
    await admin.unsafe(`create role ${role} login password 'theirs' connection limit 0`);
    const { href } = Object.assign(new URL(url), { username: role, password: "theirs" });
    const outcome = await outcomes([open(1, href).pool`select 1`]);
    await admin.unsafe(`drop role ${role}`);
    expect(outcome).toEqual(["lost"]);
  });

  it("is told with words and 503, not as our fault", async () => {
    const database = open(1, way.url);
    const app = new Hono().get("/", async (c) => {
      const rows = await database.as({ role: "anon" })((sql) => sql`select 1 as one`);
      return c.json(rows);
    });
    app.onError(handleError as never); // it reads variables of the whole app that this one lacks
    way.close();
    const refused = await app.request("/");
    way.open();
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).toBe("1");
    expect(await refused.json()).toMatchObject({
      code: "database_unavailable",
      error: "The database is not available at the moment. Please try again.",
    });
    await expect.poll(async () => (await app.request("/")).status).toBe(200);
  });
});

test("connections that a crowd needed are closed, and the pool goes on with one, however often it is asked", async () => {
  const { pool, close } = connect({ url, rest: 0.5 });
  atEndOfFile(close);
  const crowd = await Promise.all(Array.from({ length: 5 }, () => pool.begin(ownPid)));
  expect(new Set(crowd).size).toBe(5);
  const left = () => pool`select from pg_stat_activity where pid = any(${crowd})`;
  await expect.poll(left).toHaveLength(1);
});
