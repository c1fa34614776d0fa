/** A person's description of themselves on one channel, as Phoenix.Presence puts it on the wire. */
export interface Meta {
  [field: string]: unknown;
  phx_ref: string;
  phx_ref_prev?: string;
}

type Entries = Record<string, { metas: Meta[] }>;

export interface Diff {
  joins: Entries;
  leaves: Entries;
}

export interface Presence {
  state(topic: string): Entries;
  /** Adds a presence under `key`, or puts it in the place of `previous`. */
  track(topic: string, key: string, payload: object, previous?: Meta): { meta: Meta; diff: Diff };
  untrack(topic: string, key: string, meta: Meta): Diff;
}

/** The people on each topic. One key may be present several times: a person with two tabs. */
export function createPresence(): Presence {
  const topics = new Map<string, Map<string, Meta[]>>();

  function replace(topic: string, key: string, gone: Meta | undefined, come: Meta | undefined) {
    const keys = topics.get(topic) ?? new Map<string, Meta[]>();
    const kept = (keys.get(key) ?? []).filter((meta) => meta !== gone);
    const metas = come ? [...kept, come] : kept;
    if (metas.length > 0) keys.set(key, metas);
    else keys.delete(key);
    if (keys.size > 0) topics.set(topic, keys);
    else topics.delete(topic);
  }

  return {
    state(topic) {
      const keys = topics.get(topic) ?? new Map<string, Meta[]>();
      return Object.fromEntries([...keys].map(([key, metas]) => [key, { metas }]));
    },
    track(topic, key, payload, previous) {
      const meta: Meta = {
        ...payload,
        phx_ref: crypto.randomUUID(),
        ...(previous ? { phx_ref_prev: previous.phx_ref } : {}),
      };
      replace(topic, key, previous, meta);
      return { meta, diff: { joins: entry(key, meta), leaves: entry(key, previous) } };
    },
    untrack(topic, key, meta) {
      replace(topic, key, meta, undefined);
      return { joins: {}, leaves: entry(key, meta) };
    },
  };
}

const entry = (key: string, meta: Meta | undefined): Entries =>
  meta ? { [key]: { metas: [meta] } } : {};
