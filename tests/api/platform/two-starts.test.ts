import pino from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { bossDatabase } from "#api/platform/boss-database.ts";
import { connect } from "#api/platform/database.ts";
import { migrate } from "#api/platform/migrate.ts";
import { startJobs } from "#api/platform/queue.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { emptyDatabase } from "#tests/support/database.ts";

const log = pino({ level: "silent" });
const kinds = ["first", "second", "third"].map((name) => ({ name, data: z.object({}) }));

/** The database's part of a server's start. */
async function start(url: string) {
  const database = connect({ url });
  atEndOfFile(database.close);
  await migrate(url);
  const jobs = await startJobs({ pool: database.pool, log, isAlone: true, kinds });
  atEndOfFile(jobs.stop);
  for (const kind of kinds) await jobs.work(kind, async () => {});
}

test("servers that start together on a fresh database all start", async () => {
  for (let time = 0; time < 4; time++) {
    const { url } = await emptyDatabase();
    await Promise.all([start(url), start(url), start(url)]);
  }
});

test("a script that fails hands its connection back as it found it", async () => {
  const { url } = await emptyDatabase();
  const { pool, close } = connect({ url, max: 1 });
  const boss = bossDatabase(pool, { onSent() {}, onReconnect() {} });
  const script = "begin; create schema half; select 1 / 0; commit";
  await expect(boss.executeSql(script)).rejects.toThrow("division by zero");
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
  expect(await pool`select 1 from pg_namespace where nspname = 'half'`).toEqual([]);
  await close();
});
