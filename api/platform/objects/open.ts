import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Env } from "#api/env.ts";
import { openDiskStore } from "./disk.ts";
import { joinStores, type Objects } from "./objects.ts";
import type { ObjectStore } from "./store.ts";
import { openSupabaseStore } from "./supabase.ts";

/** New bytes go to Supabase Storage where there is a project, to this machine's disk otherwise. */
export async function openObjects(
  env: Env,
  { log, drive }: { log?: Pick<Logger, "warn">; drive?: ObjectStore | undefined } = {},
): Promise<Objects> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey, STORAGE_BUCKET: bucket } = env;
  const directory = join(env.DATA_DIR, "objects");
  const drives = drive ? [drive] : [];
  if (!url || !secretKey) return joinStores([await openDiskStore(directory), ...drives]);
  const supabase = await openSupabaseStore({ url, secretKey, bucket, log });
  // Recordings from before there was a project are still on this disk.
  const earlier = existsSync(directory) ? [await openDiskStore(directory)] : [];
  return joinStores([supabase, ...earlier, ...drives]);
}
