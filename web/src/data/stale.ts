import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { throttled } from "#web/lib/throttle.ts";
import { areWritesShown } from "./write.ts";

/** However much happens, what starts with a key is read anew no more often than this. */
const CALM_MS = 2_000;

const marks = new WeakMap<QueryClient, Map<string, () => void>>();
let gathered = new Set<() => void>();

/** Reads what news has changed. A change of one's own stays shown until it is answered: its write then reads it anew. */
export function readAnew(cache: QueryClient, queryKey: QueryKey) {
  if (!areWritesShown(cache, queryKey)) void cache.invalidateQueries({ queryKey });
}

/** News makes these stale: at once, together with all that is heard in the same moment, and never in a storm. */
export function markStale(cache: QueryClient, ...keys: readonly QueryKey[]) {
  if (gathered.size === 0) queueMicrotask(markGathered);
  for (const key of keys) gathered.add(markOf(cache, key));
}

function markGathered() {
  const all = gathered;
  gathered = new Set();
  for (const mark of all) mark();
}

function markOf(cache: QueryClient, queryKey: QueryKey): () => void {
  const known = marks.get(cache) ?? new Map<string, () => void>();
  marks.set(cache, known);
  const name = hashKey(queryKey);
  const mark = known.get(name) ?? throttled(() => readAnew(cache, queryKey), CALM_MS);
  known.set(name, mark);
  return mark;
}
