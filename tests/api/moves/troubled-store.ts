import type { ObjectStore } from "#api/platform/objects/store.ts";
import { memoryStore } from "#tests/support/memory-store.ts";

type Verbs = Pick<ObjectStore, "put" | "get">;

/** A store in memory. What waits in `troubles` happens instead of its verbs, each once. */
export function troubledStore(...named: Parameters<typeof memoryStore>) {
  const sound = memoryStore(...named);
  const troubles: { [Verb in keyof Verbs]: Verbs[Verb][] } = { put: [], get: [] };
  const put: Verbs["put"] = (...given) => (troubles.put.shift() ?? sound.put)(...given);
  const get: Verbs["get"] = (...given) => (troubles.get.shift() ?? sound.get)(...given);
  return { ...sound, sound, troubles, put, get };
}

/** The chunks, and then what happens instead of an end. */
export const stream = (chunks: Uint8Array[], instead?: () => Promise<never>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = chunks.shift();
      if (chunk) return controller.enqueue(chunk);
      await instead?.();
      controller.close();
    },
  });
