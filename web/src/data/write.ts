import {
  hashKey,
  mutationOptions,
  partialMatchKey,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError, errorText, isAboutFields, isTheirsToSay } from "#web/lib/api-error.ts";
import { errorMended, toast } from "#web/ui/layers/toast.ts";
import type { Linked } from "#web/ui/layers/toaster.tsx";

/** One write to the server. A field that is left out does nothing; all else that belongs to a write is done below. */
export type Write<Input, Answer> = {
  send: (input: Input, cache: QueryClient) => Promise<Answer>;
  /** Puts what the server answered into the cache, where something shows it. */
  keep?: (cache: QueryClient, answer: Answer, input: Input) => void;
  /** The toast's words when the write went well. */
  success?: (answer: Answer, input: Input) => string | Linked | undefined;
  /** Takes the write back, by a button beside these words. */
  undo?: (answer: Answer, input: Input, cache: QueryClient) => (() => unknown) | undefined;
  /** The screen's next step, before anything is read anew. */
  done?: (answer: Answer, input: Input) => Promise<void> | void;
  /** The toast's words when the write failed; without them the page says so itself, beside what was written. */
  failure?: (error: unknown, input: Input) => string | undefined;
  /** The screen's step after a failure; `said` is what the toast has said. */
  failed?: (input: Input, said: string | undefined) => void;
} & (
  | {
      /** The start of the keys that may hold something else afterwards. */
      stale: QueryKey;
      /** False where a refusal has changed nothing, and is itself what the screen then shows. */
      staleIfRefused?: false;
      /** Makes the write optimistic: puts into the cache what will have changed, before it is sent. */
      show?: (cache: QueryClient, input: Input) => void;
    }
  | { stale?: never; staleIfRefused?: never; show?: never }
);

export const serversWords = (ours: string) => (error: unknown) => errorText(error, ours);

/** Our words, whatever the server says; but only the server knows when one may write again, or why one may not. */
export const ourWords = (ours: string) => (error: unknown) =>
  isTheirsToSay(error) ? errorText(error, ours) : ours;

/** For several at once: the first reason why something was not done. */
export function tellFirst([first]: readonly { error: string }[]) {
  if (first) throw new ApiError(403, "not_done", first.error);
}

/** For forms: nothing where the objection stands beside a field already. */
export const unlessAtField = (ours: string) => (error: unknown) =>
  isAboutFields(error) ? undefined : errorText(error, ours);

/**
 * How every write goes: shown and sent in turn, kept or taken back, said in one toast, and pending until what is stale
 * is read anew.
 */
export function write<Input = void, Answer = unknown>(one: Write<Input, Answer>) {
  const { send, keep, success, undo, done, failure, failed, stale, staleIfRefused, show } = one;
  const about = stale && hashKey(stale);
  return mutationOptions<Answer, Error, Input, Layer | undefined>({
    ...(stale && { mutationKey: stale }),
    ...(show && { scope: { id: hashKey(stale) } }),
    mutationFn: (input, { client }) => send(input, client),
    async onMutate(input, { client }) {
      if (!show) return undefined;
      // A reading that is under way does not know of this write yet.
      await client.cancelQueries({ queryKey: stale });
      return lay(client, stale, () => show(client, input));
    },
    async onSuccess(answer, input, layer, { client }) {
      if (keep && layer && stale) {
        // The answer takes the place of the change that was shown for it; later writes stay on top.
        layer.draw = () => keep(client, answer, input);
        drawAgain(client, stale);
      } else keep?.(client, answer, input);
      if (about) errorMended(about);
      const said = success?.(answer, input);
      if (said) toast.success(said, { undo: undo?.(answer, input, client) });
      await done?.(answer, input);
    },
    onError(error, input, layer, { client }) {
      if (layer && stale) drawAgain(client, stale, layer);
      const said = failure?.(error, input);
      if (said) toast.error(said, { about });
      failed?.(input, said);
    },
    onSettled(_answer, error, _input, _layer, { client }) {
      if (!stale || client.isMutating({ mutationKey: stale }) > 1) return;
      shownIn(client).delete(hashKey(stale));
      if (error && staleIfRefused === false) return;
      return client.invalidateQueries({ queryKey: stale });
    },
  });
}

/** Whether a write shows a change of these data that no reading knows yet. At its end it reads them anew itself. */
export const areWritesShown = (cache: QueryClient, queryKey: QueryKey) =>
  [...shownIn(cache).values()].some(({ stale }) => partialMatchKey(queryKey, stale));

/** The change that one write shows: drawn again when another write of the same data is taken back or answered. */
interface Layer {
  draw: () => void;
}

/** The cache's data before the writes that are under way, and the changes that these show, in order. */
interface ShownWrites {
  stale: QueryKey;
  before: [QueryKey, unknown][];
  layers: Layer[];
}

const known = new WeakMap<QueryClient, Map<string, ShownWrites>>();

function shownIn(cache: QueryClient) {
  const shown = known.get(cache) ?? new Map<string, ShownWrites>();
  known.set(cache, shown);
  return shown;
}

function lay(cache: QueryClient, queryKey: QueryKey, draw: () => void): Layer {
  const key = hashKey(queryKey);
  const first = { stale: queryKey, before: cache.getQueriesData({ queryKey }), layers: [] };
  const shown: ShownWrites = shownIn(cache).get(key) ?? first;
  const layer = { draw };
  shownIn(cache).set(key, { ...shown, layers: [...shown.layers, layer] });
  draw();
  return layer;
}

/** Draws the data with all writes but the one that was refused. */
function drawAgain(cache: QueryClient, queryKey: QueryKey, refused?: Layer) {
  const key = hashKey(queryKey);
  const shown = shownIn(cache).get(key);
  if (!shown) return;
  const layers = shown.layers.filter((layer) => layer !== refused);
  shownIn(cache).set(key, { ...shown, layers });
  for (const [read, data] of shown.before) {
    // Data that is no longer in the cache belongs to a session that has ended.
    cache.setQueryData(read, (now: unknown) => (now === undefined ? undefined : data));
  }
  for (const { draw } of layers) draw();
}
