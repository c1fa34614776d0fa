import { removeChunks, removeManifest, updateManifest } from "./database.ts";
import { databaseBlob, diskBlob, removeDiskFile } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { claim, looksAlive } from "./ownership.ts";
import { type SpoolWorker, startSpoolWorker } from "./worker-client.ts";

/** One recording as it lies on this computer, once it has ended, in order or not. `spool.ts` writes it. */
export interface Take {
  readonly manifest: Manifest;
  readonly blob: Blob;
  checksum(): Promise<string>;
  note(fields: Partial<Manifest>): Promise<void>;
  /** Deletes the copy here. Only for a recording that the server has confirmed, or its owner threw away. */
  discard(): Promise<void>;
  /** Leaves the recording where it is, for the next tab or visit. */
  release(): void;
}

/** Opens a recording that an earlier visit left. Null while another tab still records or saves it. */
export async function reopenTake(manifest: Manifest): Promise<Take | null> {
  if (looksAlive(manifest, Date.now())) return null;
  const giveBack = await claim(manifest.id);
  if (!giveBack) return null;
  if (manifest.keeps === "disk" && (await isInUse(manifest.id))) {
    giveBack();
    return null;
  }
  const blob = await blobOf(manifest).catch(() => new Blob());
  // Bytes that had no room on the disk went with the tab: then the checksum of the whole does not fit the rest.
  const sealed = manifest.sealed?.bytes === blob.size ? manifest.sealed : null;
  const found = { ...manifest, bytes: blob.size, sealed };
  return takeFrom(found, new Blob([blob], { type: manifest.mime }), giveBack);
}

export function takeFrom(manifest: Manifest, blob: Blob, giveBack: () => void): Take {
  let current = manifest;
  return {
    get manifest() {
      return current;
    },
    blob,
    checksum: async () =>
      current.sealed?.sha256 ?? (await inWorker((w) => w.call({ ask: "hash", blob }))),
    async note(fields) {
      current = { ...current, ...fields };
      await updateManifest(current.id, fields).catch(() => {});
    },
    async discard() {
      await erase(current);
      giveBack();
    },
    release: giveBack,
  };
}

export function blobOf({ id, keeps }: Manifest): Promise<Blob> {
  if (keeps === "disk") return diskBlob(id);
  return keeps === "database" ? databaseBlob(id) : Promise.resolve(new Blob());
}

/** The manifest goes last: the rest of an interrupted removal is found again and removed. */
export async function erase({ id, keeps }: Manifest): Promise<void> {
  if (keeps === "disk") await removeDiskFile(id);
  if (keeps === "database") await removeChunks(id);
  await removeManifest(id).catch(() => {});
}

const isInUse = (id: string) =>
  inWorker((worker) => worker.call({ ask: "is-in-use", id })).catch(() => false);

async function inWorker<T>(run: (worker: SpoolWorker) => Promise<T>): Promise<T> {
  const worker = startSpoolWorker();
  try {
    return await run(worker);
  } finally {
    worker.end();
  }
}
