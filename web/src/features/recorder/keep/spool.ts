import { saveManifest, updateManifest } from "./database.ts";
import type { KnownAtStart, Manifest } from "./manifest.ts";
import { blobOf, claim, erase, type Take, takeFrom } from "./take.ts";
import { type Kept, type SpoolWorker, startSpoolWorker } from "./worker-client.ts";

export type Keeping = ReturnType<typeof startKeeping>;

/** The recording under way on this computer. Calls are kept in order, also while the spool is still being opened. */
export function startKeeping(known: KnownAtStart) {
  const spool = createSpool(known);
  let sealed: Take | null = null;
  return {
    append: async (chunk: Blob, elapsed: number) => (await spool).append(chunk, elapsed),
    async seal(elapsed: number) {
      sealed = await (await spool).seal(elapsed);
      return sealed;
    },
    read: async (from: number, to: number) => (await spool).read(from, to),
    manifest: async () => (sealed ?? (await spool)).manifest,
    note: async (fields: Partial<Manifest>) => (sealed ?? (await spool)).note(fields),
    discard: async () => (sealed ?? (await spool)).discard(),
  };
}

export async function createSpool(known: KnownAtStart) {
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

function spoolInto(manifest: Manifest, worker: SpoolWorker, giveBack: () => void) {
  let current = manifest;
  /** Chunks that are not safe on this computer: if the worker dies or the disk is full, they are kept here. */
  const atRisk = new Set<Blob>();
  let safe = 0;
  let ending: Promise<Blob> | null = null;
  const whole = () => wholeOf(current, safe, [...atRisk]);

  return {
    get manifest() {
      return current;
    },
    async append(chunk: Blob, elapsed: number): Promise<Kept> {
      if (ending) throw new Error("The recording has ended.");
      atRisk.add(chunk);
      const kept = await worker.call({ ask: "append", chunk }).catch(() => null);
      if (!kept) return { bytes: safe + new Blob([...atRisk]).size, durable: false };
      current = { ...current, elapsed, bytes: kept.bytes };
      if (!kept.durable) return kept;
      atRisk.delete(chunk);
      safe = kept.bytes;
      void updateManifest(current.id, { elapsed, bytes: kept.bytes }).catch(() => {});
      return kept;
    },
    async read(from: number, to: number) {
      const ask = { ask: "read", from, to } as const;
      const answer = ending ? null : await worker.call(ask).catch(() => null);
      return answer ?? stretch(await (ending ?? whole()), from, to);
    },
    async note(fields: Partial<Manifest>) {
      current = { ...current, ...fields };
      await updateManifest(current.id, fields).catch(() => {});
    },
    async seal(elapsed: number) {
      const sealing = worker.call({ ask: "seal" }).catch(() => null);
      const wholeFilm = sealing.then(whole);
      ending = wholeFilm;
      const sealed = await sealing;
      const blob = await wholeFilm.catch(() => new Blob([...atRisk]));
      worker.end();
      const fields = {
        elapsed,
        bytes: blob.size,
        sealed: sealed?.bytes === blob.size ? sealed : null,
      };
      await updateManifest(current.id, fields).catch(() => {});
      return takeFrom({ ...current, ...fields }, blob, giveBack);
    },
    async discard() {
      ending = Promise.reject(new Error("The recording was thrown away."));
      ending.catch(() => {});
      worker.end();
      await erase(current);
      giveBack();
    },
  };
}

async function wholeOf(manifest: Manifest, safe: number, rest: Blob[]): Promise<Blob> {
  const filed = await blobOf(manifest);
  if (filed.size < safe) throw new Error("The file of this recording has lost its end.");
  return new Blob([filed.slice(0, safe), ...rest], { type: manifest.mime });
}

/** Never fewer bytes than were asked for: they would be sent as all there is. */
function stretch(blob: Blob, from: number, to: number): Blob {
  if (blob.size < to) throw new Error(`The recording has ${blob.size} bytes here, not ${to}.`);
  return blob.slice(from, to);
}
