import { existsSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { freeOn, LEAST_BYTES } from "#api/platform/objects/disk-room.ts";
import { turns } from "#api/platform/turns.ts";

/**
 * Postgres dies where its log finds no room for its next segment of 16 MB, and needs room again to
 * come back. So a file of as much as it needs lies on its disk that is let go when that happens.
 */
const RESERVE_BYTES = LEAST_BYTES;

const pathIn = (directory: string) => join(directory, "reserve");

/** Whether it lies there, and there is so little other room that Postgres may need it. */
export const mayNeedReserve = (directory: string): boolean =>
  existsSync(pathIn(directory)) && freeOn(directory) < RESERVE_BYTES;

/** Whether there may be too little room for Postgres to start; the reserve is let go for it. */
export function letGoOfReserve(directory: string): boolean {
  const isShort = freeOn(directory) < RESERVE_BYTES;
  if (isShort) rmSync(pathIn(directory), { force: true });
  return isShort;
}

/** A slow disk is not asked twice at once. */
const inTurn = turns(1);

/** Lays the file down where it is missing, or was cut short, and there is more than room for it. */
export const layInReserve = (directory: string): Promise<void> => inTurn(() => layIn(directory));

async function layIn(directory: string): Promise<void> {
  const path = pathIn(directory);
  if (Bun.file(path).size >= RESERVE_BYTES || freeOn(directory) < 3 * RESERVE_BYTES) return;
  const chunk = crypto.getRandomValues(new Uint8Array(65_536)); // nothing that a file system could compress
  const file = await open(path, "w", 0o600);
  try {
    for (let written = 0; written < RESERVE_BYTES; written += chunk.length) await file.write(chunk);
  } finally {
    await file.close();
  }
}
