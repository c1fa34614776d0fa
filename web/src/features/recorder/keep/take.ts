import { atom, getDefaultStore } from "jotai";
import { removeChunks, removeManifest, updateManifest } from "./database.ts";
import { databaseBlob, diskBlob, removeDiskFile } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { type SpoolWorker, startSpoolWorker } from "./worker-client.ts";

/** Opens a recording that an earlier visit left. Null while another tab has it, or where it cannot be read. */
export async function reopenTake(manifest: Manifest): Promise<Take | null> {
  const giveBack = await claim(manifest.id);
  if (!giveBack) return null;
  const isElsewhere = manifest.keeps === "disk" && (await isInUse(manifest.id));
  // Bytes that cannot be read now may be there all the same: the next look tells.
  const blob = isElsewhere ? null : await blobOf(manifest).catch(() => null);
  if (!blob) {
    giveBack();
    return null;
  }
  // Bytes that had no room on the disk went with the tab: then the checksum of the whole does not fit the rest.
  const sealed = manifest.sealed?.bytes === blob.size ? manifest.sealed : null;
  const found = { ...manifest, bytes: blob.size, sealed };
  return takeFrom(found, new Blob([blob], { type: manifest.mime }), giveBack);
}

/** One recording as it lies on this computer, once it has ended, in order or not. `spool.ts` writes it. */
export type Take = ReturnType<typeof takeFrom>;

export function takeFrom(manifest: Manifest, blob: Blob, giveBack: () => void) {
  let current = manifest;
  return {
    get manifest() {
      return current;
    },
    blob,
    checksum: async () =>
      current.sealed?.sha256 ?? (await inWorker((w) => w.call({ ask: "hash", blob }))),
    async note(fields: Partial<Manifest>) {
      current = { ...current, ...fields };
      await updateManifest(current.id, fields).catch(() => {});
    },
    /** Deletes the copy here. Only for a recording that the server has confirmed, or its owner threw away. */
    async discard() {
      await erase(current);
      giveBack();
    },
    /** Leaves the recording where it is, for the next tab or visit. */
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

/**
 * Holds a recording for this tab until it dies or gives it back. Null where another tab has it: that must not be
 * recovered.
 */
export async function claim(id: string): Promise<(() => void) | null> {
  const { promise, resolve, reject } = Promise.withResolvers<(() => void) | null>();
  // The lock lasts as long as this promise is open, and the browser drops it when the tab dies.
  const held = (lock: Lock | null) =>
    lock ? new Promise<void>((giveBack) => resolve(giveBack)) : resolve(null);
  navigator.locks.request(`kinora-take-${id}`, { ifAvailable: true }, held).catch(reject);
  return promise;
}

/** Recordings that are not saved, each for its owner alone; this tab holds them until they are dealt with. */
export const heldTakesAtom = atom<readonly Take[]>([]);
const store = getDefaultStore();

export const hold = (take: Take) => store.set(heldTakesAtom, (all) => [...all, take]);

export function forget(take: Take) {
  store.set(heldTakesAtom, (all) => all.filter((other) => other !== take));
}
