import { checkKey, chunksOf, Meter, type ObjectStore } from "#api/platform/objects/store.ts";
import type { StorageType } from "#contract/recordings.ts";

export interface MemoryStore extends ObjectStore {
  readonly objects: ReadonlyMap<string, Blob>;
  /** Every key that bytes were ever taken for, also of removed ones. */
  readonly taken: readonly string[];
}

/** A store as any other, whose bytes go with the test. */
export function memoryStore(name = "memory", storageType: StorageType = "s3"): MemoryStore {
  const objects = new Map<string, Blob>();
  const taken: string[] = [];
  return {
    name,
    storageType,
    objects,
    taken,

    async put(key, body, options) {
      taken.push(checkKey(key));
      const meter = new Meter(options);
      const chunks: BlobPart[] = [];
      for await (const chunk of chunksOf(body)) {
        meter.add(chunk);
        chunks.push(Buffer.from(chunk));
      }
      objects.set(key, new Blob(chunks));
      return meter.result();
    },

    async get(key, range) {
      const found = objects.get(checkKey(key));
      if (found === undefined) return null;
      return range ? found.slice(range.start, range.end + 1) : found;
    },

    async remove(keys) {
      for (const key of keys) objects.delete(checkKey(key));
    },

    size: async (key) => objects.get(checkKey(key))?.size ?? null,
    link: async () => null,
    room: async () => null,
    check: async () => {},
  };
}
