import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { JobQueues } from "#contract/server.ts";

const SHOWN = 100;

export const readJobs = (db: Db): Promise<JobQueues> =>
  db(async (sql) => {
    const [kinds, failed] = await Promise.all([
      sql<JobQueues["kinds"]>`select * from app.job_queues()`,
      sql<JobQueues["failed"]>`select * from app.failed_jobs(${SHOWN})`,
    ]);
    return { kinds, failed };
  });

/** Whoever works looks for it within seconds. */
export const retryJob = async (db: Db, id: string) =>
  one(await db((sql) => sql`select app.retry_job(${id})`), "Job not found");

export const discardJob = async (db: Db, id: string) =>
  one(await db((sql) => sql`select app.discard_job(${id})`), "Job not found");
