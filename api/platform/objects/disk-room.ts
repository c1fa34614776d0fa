import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { StoreFull } from "./store.ts";

export interface DiskOptions {
  /** Bytes that are left free, for the database alone: without room to write it stops for good. */
  reserve: number;
  /** The bytes that nobody has written to. */
  free?: (directory: string) => number;
}

const usual: DiskOptions = { reserve: 256 * 1024 * 1024 };

/** Three segments of the log of Postgres: with less it may neither write nor start. */
export const LEAST_BYTES = 48 * 1024 * 1024;

/** All of this process, each with what was promised to it and does not lie there yet: so writers see each other. */
const promises = new Set<PromisedRoom>();

/** Synchronous on purpose: between this look and a promise nobody else may be promised the same. */
export function freeOn(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** The bytes that may still be written to the disk of this folder. All that this process writes lies on one disk. */
export function roomOn(directory: string, { reserve, free = freeOn } = usual): number {
  const promised = [...promises].reduce((sum, promise) => sum + promise.left(), 0);
  return Math.max(0, free(directory) - reserve - promised);
}

/** The room for one piece of writing, until it is disposed of. `written` is how much of it lies there. */
export class PromisedRoom implements Disposable {
  #bytes = 0;

  constructor(
    private readonly directory: string,
    private readonly written: () => number,
    private readonly options = usual,
  ) {}

  left(): number {
    return Math.max(0, this.#bytes - this.written());
  }

  /** So many bytes are still to come: refused where there is no room for them, and for as many beside them. */
  need(bytes: number, beside = 0): void {
    const more = bytes - this.left();
    if (more <= 0) return;
    if (roomOn(this.directory, this.options) < more + beside) throw new StoreFull();
    this.#bytes = this.written() + bytes;
    promises.add(this);
  }

  [Symbol.dispose](): void {
    promises.delete(this);
  }
}

export type Need = { path: string; bytes: number; beside?: number };

/** Room for a file, or all that comes into a folder; what is to be `beside` it is promised when it comes. */
export function promiseRoom(directory: string, { path, bytes, beside }: Need): PromisedRoom {
  const room = new PromisedRoom(directory, () => bytesAt(path));
  room.need(bytes, beside);
  return room;
}

/** Rejects in words where there is too little for the database itself. */
export async function checkRoom(directory: string, free = freeOn): Promise<void> {
  const left = free(directory) / 1024 ** 2;
  if (left < LEAST_BYTES / 1024 ** 2)
    throw new Error(`Its disk has ${Math.floor(left)} MB left, and needs 48`);
}

/** The bytes of a file, or of all files below a folder. */
function bytesAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + bytesAt(join(path, name)), 0);
}
