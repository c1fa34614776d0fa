import pino from "pino";
import { z } from "zod";
import { connect } from "#api/platform/database.ts";
import { startJobs } from "#api/platform/jobs/queue.ts";

/** Takes a job, says so, and never ends it. */
const [url = "", name = "", isAlone] = process.argv.slice(2);
const { pool } = connect({ url, max: 3 });
const jobs = await startJobs({
  pool,
  log: pino({ level: "silent" }),
  isAlone: isAlone === "alone",
});
jobs.work({ name, data: z.object({ note: z.string() }) }, async () => {
  console.log("taken");
  await new Promise(() => {});
});
