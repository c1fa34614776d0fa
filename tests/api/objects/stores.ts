import { openDiskStore } from "#api/platform/objects/disk.ts";
import type { ObjectStore } from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { driveApp } from "#tests/support/drive.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

/** Every kind of store: each test of this folder runs with all of them. */
export const stores: { name: string; open: () => Promise<ObjectStore> }[] = [
  { name: "disk", open: () => openDiskStore(temporaryDirectory()) },
  { name: "supabase", open: openSupabase },
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

async function openSupabase(): Promise<ObjectStore> {
  const { url, secretKey, stop } = startStorage();
  atEndOfFile(stop);
  return await openSupabaseStore({ url, secretKey, bucket: "recordings" });
}
