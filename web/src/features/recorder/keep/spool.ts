import { removeChunks, removeManifest, saveManifest, updateManifest } from "./database.ts";
import { databaseBlob, diskBlob, removeDiskFile } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { looksAlive, takeOwnership } from "./ownership.ts";
import type { Kept } from "./protocol.ts";
import { type SpoolWorker, startSpoolWorker } from "./worker-client.ts";

/** A recording on this computer while it is made. */
export interface Spool {
  readonly manifest: Manifest;
  append(chunk: Blob, elapsed: number): Promise<Kept>;
  read(from: number, to: number): Promise<Blob | ArrayBuffer>;
  note(fields: Partial<Manifest>): Promise<void>;
  seal(elapsed: number): Promise<SpooledTake>;
  discard(): Promise<void>;
}

/** A recording that has ended, in order or not, and lies on this computer. */
export interface SpooledTake {
  readonly manifest: Manifest;
  readonly blob: Blob;
  checksum(): Promise<string>;
  note(fields: Partial<Manifest>): Promise<void>;
  /** Deletes it here. Only for what the server has confirmed, or its owner threw away. */
  discard(): Promise<void>;
  /** Leaves it where it is, for whoever comes next. */
  release(): void;
}

export type NewTake = Pick<Manifest, "userId" | "title" | "mime" | "hasAudio" | "mayUpload">;

export async function createSpool(take: NewTake): Promise<Spool> {
  const id = crypto.randomUUID();
  askToKeep();
  // Where locks are forbidden, no other tab can take it from this one either.
  const giveBack = await takeOwnership(id).catch(() => null);
  const worker = startSpoolWorker();
  const keeps = await worker.call({ ask: "open", id }).catch(() => "memory" as const);
  const manifest: Manifest = {
    ...take,
    id,
    keeps,
    startedAt: new Date().toISOString(),
    elapsed: 0,
    bytes: 0,
    heartbeat: Date.now(),
    upload: null,
    sent: false,
    confirmed: false,
    sealed: null,
  };
  await saveManifest(manifest).catch(() => {});
  return spoolInto(manifest, worker, () => giveBack?.());
}

/** Most browsers answer silently. Firefox asks the person, in a window that would be in the picture. */
function askToKeep() {
  if (navigator.userAgent.includes("Firefox")) return;
  void navigator.storage?.persist?.().catch(() => false);
}

function spoolInto(manifest: Manifest, worker: SpoolWorker, giveBack: () => void): Spool {
  let current = manifest;
  /** Chunks the worker has not confirmed: if it dies, they and all that follow are kept here. */
  const unconfirmed = new Set<Blob>();
  let confirmed = 0;

  return {
    get manifest() {
      return current;
    },
    async append(chunk, elapsed) {
      unconfirmed.add(chunk);
      const kept = await worker.call({ ask: "append", chunk }).catch(() => null);
      if (!kept) return { bytes: confirmed + sizeOf(unconfirmed), durable: false };
      unconfirmed.delete(chunk);
      confirmed = kept.bytes;
      current = { ...current, elapsed, bytes: kept.bytes };
      if (kept.durable)
        void updateManifest(current.id, { elapsed, bytes: kept.bytes }).catch(() => {});
      return kept;
    },
    read: (from, to) => worker.call({ ask: "read", from, to }),
    async note(fields) {
      current = { ...current, ...fields };
      await updateManifest(current.id, fields).catch(() => {});
    },
    async seal(elapsed) {
      const sealed = await worker.call({ ask: "seal" }).catch(() => null);
      const filed = await blobOf(current).catch(() => new Blob());
      const rest = sealed ? [sealed.overflow] : [...unconfirmed];
      const whole = sealed ? filed : filed.slice(0, confirmed);
      const blob = new Blob([whole, ...rest], { type: current.mime });
      worker.end();
      const fields = {
        elapsed,
        bytes: blob.size,
        sealed: sealed && { bytes: sealed.bytes, sha256: sealed.sha256 },
      };
      await updateManifest(current.id, fields).catch(() => {});
      return spooled({ ...current, ...fields }, blob, giveBack);
    },
    async discard() {
      worker.end();
      await erase(current);
      giveBack();
    },
  };
}

/** Opens what an earlier visit left. Null when it is still being recorded or saved in another tab. */
export async function reopenTake(manifest: Manifest): Promise<SpooledTake | null> {
  if (looksAlive(manifest, Date.now())) return null;
  const giveBack = await takeOwnership(manifest.id);
  if (!giveBack) return null;
  if (manifest.keeps === "disk" && (await isInUse(manifest.id))) {
    giveBack();
    return null;
  }
  const blob = await blobOf(manifest).catch(() => new Blob());
  // What had no room on the disk went with the tab: the checksum of the whole is then none of what is left.
  const sealed = manifest.sealed?.bytes === blob.size ? manifest.sealed : null;
  const found = { ...manifest, bytes: blob.size, sealed };
  return spooled(found, new Blob([blob], { type: manifest.mime }), giveBack);
}

function spooled(manifest: Manifest, blob: Blob, giveBack: () => void): SpooledTake {
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

function blobOf({ id, keeps }: Manifest): Promise<Blob> {
  if (keeps === "disk") return diskBlob(id);
  return keeps === "database" ? databaseBlob(id) : Promise.resolve(new Blob());
}

/** The manifest goes last: what is left of an interrupted removal is found again and removed. */
async function erase({ id, keeps }: Manifest): Promise<void> {
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

const sizeOf = (blobs: Iterable<Blob>) => [...blobs].reduce((sum, blob) => sum + blob.size, 0);
