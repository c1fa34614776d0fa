import { one } from "#api/http/errors.ts";
import * as kinds from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { JobQueues } from "#contract/server.ts";

const SHOWN = 100;

export const readJobs = (db: Db): Promise<JobQueues> =>
  db(async (sql) => {
    const [counted, failed] = await Promise.all([
      sql<JobQueues["kinds"]>`select * from app.job_queues()`,
      sql<JobQueues["failed"]>`select * from app.failed_jobs(${SHOWN})`,
    ]);
    const there = new Set(counted.map(({ kind }) => kind));
    const nothing = { waiting: 0, running: 0, failed: 0 };
    const others = Object.values(kinds).filter(({ name }) => !there.has(name));
    const all = [...counted, ...others.map(({ name }) => ({ kind: name, ...nothing }))];
    return { kinds: all.sort((a, b) => (a.kind < b.kind ? -1 : 1)), failed };
  });

export const retryJob = async (db: Db, id: string) =>
  one(await db((sql) => sql`select app.retry_job(${id})`), "Job not found");

export const discardJob = async (db: Db, id: string) =>
  one(await db((sql) => sql`select app.discard_job(${id})`), "Job not found");
