import type { ByteSource } from "#web/lib/uploads/uploader.ts";
import type { KnownAtStart, Manifest } from "./manifest.ts";
import type { Kept } from "./protocol.ts";
import { createSpool } from "./spool.ts";
import type { Take } from "./take.ts";

/** The recording under way on this computer. Calls are kept in order, also while the spool is still being opened. */
export interface Keeping extends ByteSource {
  append(chunk: Blob, elapsed: number): Promise<Kept>;
  seal(elapsed: number): Promise<Take>;
  manifest(): Promise<Manifest>;
  note(fields: Partial<Manifest>): Promise<void>;
  discard(): Promise<void>;
}

export function startKeeping(known: KnownAtStart): Keeping {
  const spool = createSpool(known);
  let sealed: Take | null = null;
  return {
    append: async (chunk, elapsed) => (await spool).append(chunk, elapsed),
    async seal(elapsed) {
      sealed = await (await spool).seal(elapsed);
      return sealed;
    },
    read: async (from, to) => (await spool).read(from, to),
    manifest: async () => (sealed ?? (await spool)).manifest,
    note: async (fields) => (sealed ?? (await spool)).note(fields),
    discard: async () => (sealed ?? (await spool)).discard(),
  };
}
