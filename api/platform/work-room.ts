import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Db } from "./database.ts";
import { type Need, promiseRoom } from "./objects/disk-room.ts";
import type { Objects } from "./objects/objects.ts";
import { StoreFull } from "./objects/store.ts";

/** The parts of the server that work on the file of a recording needs. */
export interface FileWork {
  /** Where files may lie while they are worked on. */
  workDirectory: string;
  service: Db;
  objects: Objects;
  log: Logger;
  ffmpegPath?: string | undefined;
}

const inUse = new Set<string>();

/** A directory for one piece of work alone, also beside an earlier attempt at it; empty at first, and gone at its end. */
export async function inWorkRoom<T>(
  { workDirectory }: Pick<FileWork, "workDirectory">,
  name: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const usual = join(workDirectory, name);
  const directory = inUse.has(usual) ? `${usual}-${crypto.randomUUID()}` : usual;
  inUse.add(directory);
  try {
    await rm(directory, { recursive: true, force: true }); // of an attempt that was killed
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
    inUse.delete(directory);
  }
}

/** Asked before the work, because a disk that is full half-way is full for everybody. It counts until disposed of. */
export async function needRoom(
  { objects, workDirectory }: Pick<FileWork, "workDirectory"> & { objects: Pick<Objects, "room"> },
  need: Need,
): Promise<Disposable> {
  const room = await objects.room();
  if (room !== null && room < need.bytes + (need.beside ?? 0)) throw new StoreFull();
  return promiseRoom(workDirectory, need);
}
