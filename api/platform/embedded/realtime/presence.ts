/** A person's description of themselves on one channel, as Phoenix.Presence puts it on the wire. */
export interface Meta {
  [field: string]: unknown;
  phx_ref: string;
  phx_ref_prev?: string;
}

type Entry = readonly [key: string, meta: Meta];
type Entries = Record<string, { metas: Meta[] }>;

/** How many are present in one process, and some of them. */
export interface Crowd {
  count: number;
  entries: Entry[];
}

export type Presence = ReturnType<typeof createPresence>;

interface Options {
  /** Told at once of a change in this process. */
  changed(topic: string): void;
  /** Everybody on the topic is told; what did not change is left out. */
  tell(topic: string, news: { diff?: { joins: Entries; leaves: Entries }; count?: number }): void;
}

interface Topic {
  here: Map<string, Entry>;
  elsewhere: Crowd[];
  shown: Map<string, Entry>;
  count: number;
  timer?: Timer | undefined;
  isOld: boolean;
}

/** More would be as much for everybody as there are people, each time that one of them comes or goes. */
const MOST_SHOWN = 50;
/** Of one list, so that a message with those who came and those who went has less than 16 KB. */
const MOST_BYTES = 7900;
/** Two messages in that time are the most that one listener gets. */
const PAUSE_MS = 800;

/** The people on each topic. One key may be present several times: a person with two tabs. */
export function createPresence({ changed, tell }: Options) {
  const topics = new Map<string, Topic>();

  const topicOf = (name: string): Topic => topics.get(name) ?? addTopic(topics, name);

  /** Tells of changes at once, and then not before the pause is over. */
  function show(name: string): void {
    const topic = topicOf(name);
    topic.isOld = true;
    if (topic.timer) return;
    tellNews(name, topic, tell);
    topic.timer = setTimeout(() => {
      topic.timer = undefined;
      if (topic.isOld) show(name);
      else if (topic.count === 0) topics.delete(name);
    }, PAUSE_MS);
  }

  return {
    /** Those of whom everybody on the topic knows, and how many there are. */
    shown(name: string) {
      const topic = topics.get(name);
      return { state: asEntries(topic ? stillThere(topic) : []), count: topic?.count ?? 0 };
    },
    /** How many are present in all processes, whoever has been told. */
    count: (name: string) => countOf(topics.get(name)),
    /** Adds a presence under `key`, or puts it in the place of `previous`. */
    track(name: string, key: string, payload: object, previous?: Meta): Meta {
      const { here } = topicOf(name);
      const meta: Meta = {
        ...payload,
        phx_ref: crypto.randomUUID(),
        ...(previous ? { phx_ref_prev: previous.phx_ref } : {}),
      };
      if (previous) here.delete(previous.phx_ref);
      here.set(meta.phx_ref, [key, meta]);
      show(name);
      changed(name);
      return meta;
    },
    untrack(name: string, meta: Meta) {
      if (!topics.get(name)?.here.delete(meta.phx_ref)) return;
      show(name);
      changed(name);
    },
    /** Those in this process. */
    here(name: string): Crowd {
      const { here = new Map<string, Entry>() } = topics.get(name) ?? {};
      return { count: here.size, entries: [...sample(here.values()).values()] };
    },
    /** Those in all other processes. */
    setElsewhere(name: string, crowds: Crowd[]) {
      if (crowds.length === 0 && !topics.has(name)) return;
      topicOf(name).elsewhere = crowds;
      show(name);
    },
  };
}

function addTopic(topics: Map<string, Topic>, name: string): Topic {
  const topic = { here: new Map(), elsewhere: [], shown: new Map(), count: 0, isOld: false };
  topics.set(name, topic);
  return topic;
}

/** Of those who are shown; that the others have gone is told soon. */
function stillThere({ here, elsewhere, shown }: Topic): Entry[] {
  const others = new Set(elsewhere.flatMap(({ entries }) => entries.map(refOf)));
  return [...shown.values()].filter((entry) => here.has(refOf(entry)) || others.has(refOf(entry)));
}

const refOf = ([, { phx_ref }]: Entry) => phx_ref;

const countOf = (topic?: Topic) =>
  topic ? topic.elsewhere.reduce((sum, crowd) => sum + crowd.count, topic.here.size) : 0;

/** People who were shown and are still there go on being shown. */
function tellNews(name: string, topic: Topic, tell: Options["tell"]): void {
  const { here, elsewhere, shown: before } = topic;
  const others = elsewhere.flatMap(({ entries }) => entries);
  const now = sample(inTurn(stillThere(topic), here.values(), others));
  const count = countOf(topic);
  const came = [...now].filter(([ref]) => !before.has(ref));
  const went = [...before].filter(([ref]) => !now.has(ref));
  const isNew = count !== topic.count;
  Object.assign(topic, { shown: now, count, isOld: false });
  const hasDiff = came.length + went.length > 0;
  const only = (entries: [string, Entry][]) => asEntries(entries.map(([, entry]) => entry));
  tell(name, {
    ...(hasDiff && { diff: { joins: only(came), leaves: only(went) } }),
    ...(isNew && { count }),
  });
}

function* inTurn(...all: Iterable<Entry>[]): Generator<Entry> {
  for (const entries of all) yield* entries;
}

/** As many as everybody may be told of. */
function sample(entries: Iterable<Entry>): Map<string, Entry> {
  const some = new Map<string, Entry>();
  let bytes = 0;
  for (const entry of entries) {
    if (some.has(refOf(entry))) continue;
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 16;
    if (some.size === MOST_SHOWN || bytes > MOST_BYTES) break;
    some.set(refOf(entry), entry);
  }
  return some;
}

const asEntries = (all: readonly Entry[]): Entries =>
  Object.fromEntries(
    [...Map.groupBy(all, ([key]) => key)].map(([key, entries]) => [
      key,
      { metas: entries.map(([, meta]) => meta) },
    ]),
  );
