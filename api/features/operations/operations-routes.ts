import { one } from "#api/http/errors.ts";
import * as kinds from "#api/job-kinds.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import {
  checkStorageCall,
  discardJobCall,
  downloadSpeechModelCall,
  getServerStateCall,
  type JobQueues,
  listJobsCall,
  retryJobCall,
} from "#contract/server.ts";
import { askStorageCheck, downloadModel, readServer } from "./server.ts";

export function serveOperations({ serve, env, objects, jobs, shelf, process }: Parts): void {
  const known = { objects, process, shelf, directory: env.DATA_DIR };
  serve(getServerStateCall, ({ db }) => readServer(db, known));
  serve(checkStorageCall, ({ db }) => askStorageCheck(db, jobs));
  serve(downloadSpeechModelCall, ({ params }) => downloadModel(shelf, params.name));
  serve(listJobsCall, ({ db }) => readJobs(db));
  serve(retryJobCall, async ({ db, params }) =>
    one(await db`select app.retry_job(${params.id})`, "Job not found"),
  );
  serve(discardJobCall, async ({ db, params }) =>
    one(await db`select app.discard_job(${params.id})`, "Job not found"),
  );
}

const MOST_FAILED_SHOWN = 100;

const readJobs = (db: Db): Promise<JobQueues> =>
  db(async (sql) => {
    const [counted, failed] = await Promise.all([
      sql<JobQueues["kinds"]>`select * from app.job_queues()`,
      sql<JobQueues["failed"]>`select * from app.failed_jobs(${MOST_FAILED_SHOWN})`,
    ]);
    const there = new Set(counted.map(({ kind }) => kind));
    const nothing = { waiting: 0, running: 0, failed: 0 };
    const others = Object.values(kinds).filter(({ name }) => !there.has(name));
    const all = [...counted, ...others.map(({ name }) => ({ kind: name, ...nothing }))];
    return { kinds: all.sort((a, b) => (a.kind < b.kind ? -1 : 1)), failed };
  });
