import { openDiskStore } from "#api/platform/objects/disk.ts";
import { openS3Store } from "#api/platform/objects/s3.ts";
import type { ObjectStore } from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { startS3 } from "#tests/stand-ins/s3.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { driveApp } from "#tests/support/drive.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

/** Every kind of store: each test of this folder runs with all of them. */
export const stores: { name: string; open: () => Promise<ObjectStore> }[] = [
  { name: "disk", open: () => openDiskStore(temporaryDirectory()) },
  { name: "supabase", open: openSupabase },
  { name: "s3", open: openS3 },
  { name: "google-drive", open: openDrive },
  { name: "memory", open: async () => memoryStore() },
];

/** A store in somebody's drive; the tests of other stores need not know whose. */
async function openDrive(): Promise<ObjectStore> {
  const app = await driveApp();
  const { id: owner } = await app.connected();
  if (!app.drive) throw new Error("this app has a drive");
  const { store } = app.drive;
  return { ...store, put: (key, body, wishes) => store.put(key, body, { ...wishes, owner }) };
}

/** The stand-in, or the Storage of a project: `KINORA_SUPABASE=http://127.0.0.1:54321?secret-key`. */
async function openSupabase(): Promise<ObjectStore> {
  return await openSupabaseStore({ ...supabasePlace(), bucket: "recordings" });
}

function supabasePlace() {
  const real = process.env.KINORA_SUPABASE;
  if (real) return { url: new URL(real).origin, secretKey: new URL(real).search.slice(1) };
  const { url, secretKey, stop } = startStorage();
  atEndOfFile(stop);
  return { url, secretKey };
}

/** The stand-in, or a real service: `KINORA_S3=http://127.0.0.1:9009/recordings?access:secret#region`. */
async function openS3(): Promise<ObjectStore> {
  return await openS3Store({ ...s3Place(), prefix: `${crypto.randomUUID()}/` });
}

function s3Place() {
  const real = process.env.KINORA_S3;
  if (real) {
    const { origin, pathname, search, hash } = new URL(real);
    const [accessKeyId = "", secretAccessKey = ""] = search.slice(1).split(":");
    const at = pathname.lastIndexOf("/");
    return {
      endpoint: origin + pathname.slice(0, at),
      bucket: pathname.slice(at + 1),
      ...{ accessKeyId, secretAccessKey, region: hash.slice(1) || undefined },
    };
  }
  const { endpoint, keys, stop } = startS3();
  atEndOfFile(stop);
  return { endpoint, bucket: "recordings", ...keys };
}
