import { openDiskStore } from "#api/platform/objects/disk.ts";
import type { ObjectStore } from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

/** Every kind of store: whatever is asked of one in this folder is asked of all. */
export const stores: { name: string; open: () => Promise<ObjectStore> }[] = [
  { name: "disk", open: () => openDiskStore(temporaryDirectory()) },
  { name: "supabase", open: openSupabase },
  { name: "memory", open: async () => memoryStore() },
];

async function openSupabase(): Promise<ObjectStore> {
  const { url, secretKey, stop } = startStorage();
  atEndOfFile(stop);
  return await openSupabaseStore({ url, secretKey, bucket: "recordings" });
}
