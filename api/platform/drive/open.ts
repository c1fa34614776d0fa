import { join } from "node:path";
import type { Env } from "#api/env.ts";
import type { ObjectStore } from "#api/platform/objects/store.ts";
import { askDrive, type Pauses, USUAL_PAUSES } from "./calls.ts";
import { type DriveWorld, openDriveStore } from "./drive-store.ts";
import { ReadThrough } from "./read-through.ts";
import { driveSettings } from "./settings.ts";
import { driveTokens, type TokenWorld } from "./tokens.ts";

/** So much of what was read lately may lie on this disk. */
const CACHE_BYTES = 2 * 1024 ** 3;

export interface Drive extends DriveWorld {
  store: ObjectStore;
}

interface Options extends Omit<TokenWorld, "settings"> {
  env: Env;
  pauses?: Pauses;
  patience?: number;
}

/** Null where the operator has set up no Google Drive. */
export function openDrive(options: Options): Drive | null {
  const { env, service, keys, log, pauses = USUAL_PAUSES, patience } = options;
  const settings = driveSettings(env, patience);
  if (!settings) return null;
  const ask = askDrive(settings, driveTokens({ service, keys, settings, log }), pauses);
  const cache = new ReadThrough(join(env.DATA_DIR, "drive-cache"), CACHE_BYTES);
  const world = { service, keys, settings, log, ask, cache, pauses };
  return { ...world, store: openDriveStore(world) };
}
