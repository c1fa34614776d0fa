import pino from "pino";
import { test } from "vitest";
import { z } from "zod";
import { connect } from "#api/platform/database.ts";
import { startJobs } from "#api/platform/jobs/queue.ts";
import { migrate } from "#api/platform/migrate.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { emptyDatabase } from "#tests/support/database.ts";

const log = pino({ level: "silent" });
const kinds = ["first", "second", "third"].map((name) => ({ name, data: z.object({}) }));

/** The database's part of a server's start. */
async function start(url: string) {
  const database = connect({ url });
  atEndOfFile(database.close);
  await migrate(url);
  const jobs = await startJobs({ pool: database.pool, log, isAlone: true });
  atEndOfFile(jobs.stop);
  for (const kind of kinds) jobs.work(kind, async () => {});
}

test("servers that start together on a fresh database all start", async () => {
  for (let time = 0; time < 4; time++) {
    const { url } = await emptyDatabase();
    await Promise.all([start(url), start(url), start(url)]);
  }
});
