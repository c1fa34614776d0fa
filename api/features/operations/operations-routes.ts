import { mkdir, statfs } from "node:fs/promises";
import { notFound, one } from "#api/http/errors.ts";
import * as kinds from "#api/job-kinds.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import {
  checkStorageCall,
  discardJobCall,
  downloadSpeechModelCall,
  getServerStateCall,
  type JobQueues,
  listJobsCall,
  retryJobCall,
  type ServerState,
} from "#contract/server.ts";

export function serveOperations(parts: Parts): void {
  const { serve, jobs, shelf } = parts;
  serve(getServerStateCall, ({ db }) => readServer(db, parts));
  serve(checkStorageCall, ({ db }) => askStorageCheck(db, jobs));
  // The download goes on after the answer; the server's state tells its progress.
  serve(downloadSpeechModelCall, ({ params }) => {
    if (!shelf?.download(params.name)) throw notFound("Speech model not found");
  });
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

type Facts = Pick<ServerState, "database_bytes" | "database_version" | "storage_check"> & {
  stores: { store: string; recordings: number; bytes: number }[];
};

async function readServer(db: Db, { env, objects, process, shelf }: Parts) {
  const directory = env.DATA_DIR;
  const [facts, disk, speech_models] = await Promise.all([
    db<Facts[]>`select * from app.server_facts()`.then((rows) => one(rows)),
    mkdir(directory, { recursive: true }).then(() => statfs(directory)),
    shelf?.list() ?? null,
  ]);
  const { stores, ...database } = facts;
  const held = new Map(stores.map(({ store, ...sums }) => [store, sums]));
  const names = [...new Set([...objects.stores, ...held.keys()])];
  return {
    ...database,
    speech_models,
    version: process.version,
    mode: process.mode,
    uptime_seconds: performance.now() / 1000,
    open_sockets: process.openSockets(),
    disk_free_bytes: disk.bavail * disk.bsize,
    disk_total_bytes: disk.blocks * disk.bsize,
    stores: names.map((name) => ({
      name,
      storage_type: objects.stores.includes(name) ? objects.storageType(name) : null,
      ...(held.get(name) ?? { recordings: 0, bytes: 0 }),
    })),
  };
}

/** The note that a check was asked for, and its job: both or neither. */
const askStorageCheck = (db: Db, jobs: Pick<Jobs, "send">) =>
  db(async (sql) => {
    const { check } = one(await sql<{ check: string }[]>`select app.ask_storage_check() as check`);
    await sql`select set_config('role', 'none', true)`; // the queue is closed to every role of the API
    await jobs.send(sql, kinds.storageChecking, { check });
  });
