import { join } from "node:path";
import type { Env } from "#api/env.ts";
import { openDiskStore } from "./disk.ts";
import type { ObjectStore } from "./store.ts";
import { openSupabaseStore } from "./supabase.ts";

/** Supabase Storage where there is a project; this machine's disk otherwise. */
export function openObjects(env: Env): Promise<ObjectStore> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey, STORAGE_BUCKET: bucket } = env;
  return url && secretKey
    ? openSupabaseStore({ url, secretKey, bucket })
    : openDiskStore(join(env.DATA_DIR, "objects"));
}
