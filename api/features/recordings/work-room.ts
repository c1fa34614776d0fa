import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { roomOn } from "#api/platform/objects/disk.ts";
import { StoreFull } from "#api/platform/objects/store.ts";
import type { Workshop } from "./workshop.ts";

/** A directory for one piece of work, empty at its beginning and gone at its end. */
export async function inWorkRoom<T>(
  { workDirectory }: Pick<Workshop, "workDirectory">,
  name: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = join(workDirectory, name);
  await rm(directory, { recursive: true, force: true }); // of an attempt that was killed
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Asked before the work, because a disk that is full half-way is full for everybody. */
export async function needRoom(
  { objects, workDirectory }: Pick<Workshop, "objects" | "workDirectory">,
  size: number,
): Promise<void> {
  await mkdir(workDirectory, { recursive: true, mode: 0o700 });
  const rooms = await Promise.all([objects.room(), roomOn(workDirectory)]);
  if (rooms.some((room) => room !== null && room < size)) throw new StoreFull();
}
