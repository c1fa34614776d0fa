import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { bucketOf, type Env, homeOf } from "#api/env.ts";
import { openDiskStore } from "./disk.ts";
import { joinStores, type Objects } from "./objects.ts";
import { openS3Store } from "./s3.ts";
import type { ObjectStore } from "./store.ts";
import { openSupabaseStore } from "./supabase.ts";

interface Parts {
  log?: Pick<Logger, "warn">;
  drive?: ObjectStore | undefined;
}

/** New bytes go to one of the stores; what lies in the others is still read from there, and can be moved away. */
export async function openObjects(env: Env, { log, drive }: Parts = {}): Promise<Objects> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey, STORAGE_BUCKET } = env;
  const bucket = bucketOf(env);
  const directory = join(env.DATA_DIR, "objects");
  const home = homeOf(env);
  const stores: ObjectStore[] = [];
  if (url && secretKey)
    stores.push(await openSupabaseStore({ url, secretKey, bucket: STORAGE_BUCKET, log }));
  if (bucket) stores.push(await openS3Store({ ...bucket, log }));
  if (home === "disk" || existsSync(directory)) stores.push(await openDiskStore(directory));
  if (drive) stores.push(drive);
  const first = stores.find(({ name }) => name === home);
  if (!first) throw new Error(`the store ${home} was not opened`);
  return joinStores([first, ...stores.filter((store) => store !== first)]);
}
