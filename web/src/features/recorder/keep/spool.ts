import { saveManifest, updateManifest } from "./database.ts";
import type { KnownAtStart, Manifest } from "./manifest.ts";
import { claim } from "./ownership.ts";
import type { Kept } from "./protocol.ts";
import { blobOf, erase, type Take, takeFrom } from "./take.ts";
import { type SpoolWorker, startSpoolWorker } from "./worker-client.ts";

/** A recording on this computer while it is made. */
interface Spool {
  readonly manifest: Manifest;
  append(chunk: Blob, elapsed: number): Promise<Kept>;
  read(from: number, to: number): Promise<Blob | ArrayBuffer>;
  note(fields: Partial<Manifest>): Promise<void>;
  seal(elapsed: number): Promise<Take>;
  discard(): Promise<void>;
}

export async function createSpool(known: KnownAtStart): Promise<Spool> {
  const id = crypto.randomUUID();
  askToKeep();
  // Where locks are forbidden, no other tab can take it from this one either.
  const giveBack = await claim(id).catch(() => null);
  const worker = startSpoolWorker();
  const keeps = await worker.call({ ask: "open", id }).catch(() => "memory" as const);
  const manifest: Manifest = {
    ...known,
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
    sheet: null,
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
      return takeFrom({ ...current, ...fields }, blob, giveBack);
    },
    async discard() {
      worker.end();
      await erase(current);
      giveBack();
    },
  };
}

const sizeOf = (blobs: Iterable<Blob>) => [...blobs].reduce((sum, blob) => sum + blob.size, 0);
