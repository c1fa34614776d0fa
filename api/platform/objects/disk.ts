import { statSync, writeSync } from "node:fs";
import { mkdir, open, opendir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { BunFile } from "bun";
import { Latest } from "#api/platform/latest.ts";
import { checkRoom, type DiskOptions, PromisedRoom, roomOn } from "./disk-room.ts";
import {
  type Bytes,
  checkKey,
  chunksOf,
  isFull,
  lengthOf,
  Meter,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
  StoreFull,
} from "./store.ts";

/** Objects as files. A file appears under its key complete and safe from power loss, or not at all. */
export async function openDiskStore(
  directory: string,
  options?: DiskOptions,
): Promise<ObjectStore> {
  const root = resolve(directory);
  const incoming = join(root, ".incoming"); // a key never begins with a dot
  // Removes files that a killed process was writing. A data directory belongs to one server at a time.
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => join(root, checkKey(key));
  /** A player asks for many small ranges of one file: whether the file exists is not asked for each. */
  const seen = new Latest<{ file: BunFile; until: number }>(MOST_SEEN);

  return {
    name: "disk",
    storageType: "local",

    async put(key, body, wishes = {}) {
      const path = pathOf(key);
      const temporary = join(incoming, crypto.randomUUID());
      try {
        const stored = await writeFile(temporary, body, wishes, options);
        await moveInto(temporary, path);
        return stored;
      } catch (error) {
        throw isFull(error) ? new StoreFull({ cause: error }) : error;
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async get(key, range) {
      let { file, until } = seen.get(key) ?? { until: 0 };
      if (!file || until <= performance.now()) {
        const path = pathOf(key);
        if (sizeOf(path) === null) return null;
        file = Bun.file(path);
        seen.set(key, { file, until: performance.now() + LATELY_MS });
      }
      return range ? file.slice(range.start, range.end + 1) : file;
    },

    async remove(keys) {
      for (const key of keys) seen.delete(key);
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
    },

    size: async (key) => sizeOf(pathOf(key)),
    keys: () => filesBelow(root),
    link: async () => null,

    room: async () => roomOn(root, options),
    check: () => checkRoom(root),
  };
}

const LATELY_MS = 1000;
const MOST_SEEN = 1000;

/** The room promised at a time for a body of unknown length. */
const STEP_BYTES = 1024 * 1024;

/** The most bytes of a file that may wait in memory for the disk. */
const UNSYNCED_BYTES = 64 * 1024 * 1024;

/**
 * A write is a copy into the page cache: to hand it to another thread costs three times the copy. Only the sync
 * waits for the disk, and that happens elsewhere; it comes often enough for no write to wait. (Bun's own FileSink
 * is faster still, but tells nobody when the disk is full.)
 */
async function writeFile(
  path: string,
  body: Bytes,
  wishes: PutOptions,
  disk?: DiskOptions,
): Promise<StoredObject> {
  const meter = new Meter(wishes);
  let written = 0;
  using room = new PromisedRoom(dirname(path), () => written, disk);
  room.need(Math.max(1, wishes.expected ?? lengthOf(body) ?? 0));
  const file = await open(path, "wx", 0o600);
  let syncing: Promise<void> = Promise.resolve();
  let synced = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      meter.add(chunk);
      if (room.left() < chunk.length) room.need(Math.max(chunk.length, STEP_BYTES));
      writeWhole(file.fd, chunk);
      written += chunk.length;
      if (written - synced < UNSYNCED_BYTES) continue;
      synced = written;
      await syncing;
      syncing = file.datasync();
      syncing.catch(() => {}); // awaited at the next step; here it only must not count as unhandled
    }
    await syncing;
    await file.sync();
    return meter.result();
  } finally {
    await syncing.catch(() => {});
    await file.close();
  }
}

/** The kernel may take fewer bytes than it is given. */
function writeWhole(file: number, chunk: Uint8Array): void {
  for (let written = 0; written < chunk.length; )
    written += writeSync(file, chunk, written, chunk.length - written);
}

/** A rename is safe from power loss once the folders that name the file are. */
async function moveInto(temporary: string, path: string): Promise<void> {
  const folder = dirname(path);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(temporary, path);
  const last = made === undefined ? folder : dirname(made);
  for (let at = folder; at.length >= last.length; at = dirname(at)) await syncFolder(at);
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return; // Windows opens no folders, and needs no such call
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The files of one folder at a time: each folder is small, and names that begin with a dot are none of ours. */
async function* filesBelow(root: string): AsyncGenerator<string[]> {
  for await (const entry of await opendir(root)) {
    if (entry.name.startsWith(".")) continue;
    const all = { recursive: true, withFileTypes: true } as const;
    const found = entry.isDirectory() ? await readdir(join(root, entry.name), all) : [entry];
    yield found
      .filter((entry) => entry.isFile())
      .map((file) => relative(root, join(file.parentPath, file.name)).replaceAll(sep, "/"));
  }
}

/** Synchronous on purpose: it costs microseconds; the thread pool would cost more than the rest of a small range. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
