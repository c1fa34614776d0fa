import { mkdir, statfs } from "node:fs/promises";
import { notFound, one } from "#api/http/errors.ts";
import { storageChecking } from "#api/job-kinds.ts";
import type { ServerProcess } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ModelShelf } from "#api/services/transcription/transcription.ts";
import type { ServerState } from "#contract/server.ts";

type Facts = Pick<ServerState, "database_bytes" | "database_version" | "storage_check"> & {
  stores: { store: string; recordings: number; bytes: number }[];
};

interface Known {
  objects: Pick<Objects, "stores" | "storageType">;
  process: ServerProcess;
  directory: string;
  shelf: ModelShelf | null;
}

export async function readServer(db: Db, { objects, process, directory, shelf }: Known) {
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
export const askStorageCheck = (db: Db, jobs: Pick<Jobs, "send">) =>
  db(async (sql) => {
    const { check } = one(await sql<{ check: string }[]>`select app.ask_storage_check() as check`);
    await sql`select set_config('role', 'none', true)`; // the queue is closed to every role of the API
    await jobs.send(sql, storageChecking, { check });
  });

/** The download goes on after the answer; the server's state tells its progress. */
export function downloadModel(shelf: ModelShelf | null, name: string): void {
  if (!shelf?.download(name)) throw notFound("Speech model not found");
}
