/**
 * Decides what to send next; `uploader.ts` sends. One request at a time, and after any doubt the server is asked what
 * it has.
 */
export interface Upload {
  doing: "creating" | "asking" | "sending" | "nothing";
  /** Where the upload lives on the server; null before it was created. */
  url: string | null;
  /** Bytes the server has confirmed; null while we have to ask. */
  offset: number | null;
  /** The bytes that the server had when we last heard, to show while we ask again. */
  confirmed: number;
  /** Bytes this computer can send. */
  available: number;
  /** The whole length, once it is known. */
  total: number | null;
  /** The server knows the length: the protocol allows to say it once. */
  announced: boolean;
  /** The part under way says the length. */
  announcing: boolean;
  /** When the oldest unsent byte became available: a small part goes after a while, a large one at once. */
  waitingSince: number | null;
  /** How large parts may be, from how fast the last ones went. */
  partSize: number;
  /** How large parts may grow: a proxy on the way may take no larger ones. */
  largestPart: number;
  failures: number;
  /** The server has no room just now; we ask it again, like a server that does not answer. */
  full: boolean;
  retryAt: number | null;
  /** When the last step began, or news came: an upload that stands still from then on is looked at anew. */
  movedAt: number;
  online: boolean;
  /** The reason why the upload waits for the person: to sign in again, or to decide what to do. */
  stuck: { why: "signed-out" | "gone" } | { why: "refused"; message: string } | null;
  finished: boolean;
}

export type Failure =
  | { kind: "unreachable" | "too-large" | "full" | "disagreement" | "signed-out" | "gone" }
  | { kind: "refused"; message: string };

export type Event =
  | { type: "grown"; available: number; at: number }
  | { type: "ended"; total: number; at: number }
  | { type: "created"; url: string; announced: boolean; at: number }
  | { type: "located"; offset: number; length: number | null; at: number }
  | { type: "accepted"; offset: number; took: number; at: number }
  | { type: "failed"; failure: Failure; at: number }
  | { type: "offline" }
  | { type: "online" | "signed-in" | "retry" | "tick"; at: number };

type Told<Type extends Event["type"]> = Extract<Event, { type: Type }>;

export type Effect =
  | { do: "create"; length: number | null }
  | { do: "ask"; url: string }
  | { do: "send"; url: string; from: number; to: number; length: number | null }
  | { do: "wait"; milliseconds: number };

interface Step {
  state: Upload;
  effects: Effect[];
}

const KIB = 1024;
const LARGE_ENOUGH_BYTES = 1024 * KIB;
const LONG_ENOUGH_MS = 1_900; // chunks come twice a second: each part carries some of them
const SMALLEST_PART_BYTES = 256 * KIB;
const LARGEST_PART_BYTES = 8 * 1024 * KIB;
const MEASURABLE_PART_BYTES = 128 * KIB;
const GOOD_PART_SECONDS = 4;
const LONGEST_WAIT_MS = 30_000;
/** The time that a step may take, or that nothing may happen, before the server is asked what it has. */
export const PATIENCE_MS = 30_000;
const INCOMPLETE = "This computer no longer has the rest of the recording.";
const TOO_LITTLE = "A proxy refuses requests of 256 KB. Its operator can allow larger ones.";

export function beginUpload(known: { url?: string; available?: number; online?: boolean }): Upload {
  return {
    doing: "nothing",
    url: known.url ?? null,
    offset: null,
    confirmed: 0,
    available: known.available ?? 0,
    total: null,
    announced: false,
    announcing: false,
    waitingSince: null,
    partSize: LARGE_ENOUGH_BYTES,
    largestPart: LARGEST_PART_BYTES,
    failures: 0,
    full: false,
    retryAt: null,
    movedAt: Number.POSITIVE_INFINITY,
    online: known.online ?? true,
    stuck: null,
    finished: false,
  };
}

export function next(state: Upload, event: Event): Step {
  if (state.finished) return { state, effects: [] };
  const told = learn(state, event);
  const learned = { ...told, confirmed: told.offset ?? told.confirmed };
  if (event.type === "offline") return { state: learned, effects: [] };
  const isFirst = state.movedAt === Number.POSITIVE_INFINITY;
  const isNews = isFirst || (event.type !== "grown" && event.type !== "tick");
  const moved = isNews ? { ...learned, movedAt: event.at } : learned;
  if (!isStill(moved, event.at)) return act(moved, event.at);
  if (moved.url) return ask({ ...moved, partSize: smallerPart(moved) }, moved.url, event.at);
  // A computer without a network may be the server itself.
  return moved.doing === "nothing" ? create(moved, event.at) : { state: moved, effects: [] };
}

/** An upload stands still for any cause: an answer that never comes, bytes that cannot be read, a dead network. */
const isStill = ({ stuck, movedAt }: Upload, at: number) => !stuck && at - movedAt >= PATIENCE_MS;

const ask = (state: Upload, url: string, at: number): Step => ({
  state: { ...state, doing: "asking", offset: null, movedAt: at },
  effects: [{ do: "ask", url }],
});

const create = (state: Upload, at: number): Step => ({
  state: { ...state, doing: "creating", movedAt: at },
  effects: [{ do: "create", length: state.total }],
});

/** The state with the news of the event, without any decision. */
function learn(state: Upload, event: Event): Upload {
  switch (event.type) {
    case "grown":
      return grow(state, event.available, event.at);
    case "ended":
      return { ...grow(state, event.total, event.at), total: event.total };
    case "created":
      return { ...state, ...calm, url: event.url, offset: 0, announced: event.announced };
    case "located":
      return locate(state, event);
    case "accepted":
      return accept(state, event);
    case "failed":
      return fail(state, event);
    case "online":
      return { ...state, online: true, retryAt: null };
    case "offline":
      return { ...state, online: false };
    case "signed-in":
      return state.stuck?.why === "signed-out" ? { ...state, stuck: null, retryAt: null } : state;
    case "retry":
      return retry(state);
    case "tick":
      return state;
  }
}

/** The person asks for another try. An upload that the server has forgotten begins anew, under a new address. */
function retry(state: Upload): Upload {
  const again = { ...state, failures: 0, retryAt: null, stuck: null };
  return state.stuck?.why === "gone" ? { ...again, url: null, announced: false } : again;
}

const calm = { doing: "nothing", failures: 0, full: false, retryAt: null, stuck: null } as const;

function grow(state: Upload, available: number, at: number): Upload {
  if (available <= state.available) return state;
  return { ...state, available, waitingSince: state.waitingSince ?? at };
}

function locate(state: Upload, { offset, length, at }: Told<"located">): Upload {
  // An answer is no progress: a server that knows where we are and takes nothing is not asked ever faster.
  const { failures, full } = offset > state.confirmed ? calm : state;
  const known = { ...state, ...calm, failures, full, announced: length !== null, online: true };
  // This computer's disk may have lost its last write after it was sent: then the server's length counts.
  const total = length ?? (state.total === null ? null : Math.max(state.total, offset));
  return { ...known, offset, total, waitingSince: state.available > offset ? at : null };
}

function accept(state: Upload, { offset, took, at }: Told<"accepted">): Upload {
  const sent = offset - (state.offset ?? offset);
  return {
    ...state,
    ...calm,
    offset,
    announced: state.announced || state.announcing,
    ...(sent >= MEASURABLE_PART_BYTES && { partSize: fitting(sent, took, state.largestPart) }),
    waitingSince: state.available > offset ? at : null,
  };
}

/** A part should take a few seconds: long enough to be worth a request, short enough to lose little when cut off. */
function fitting(bytes: number, took: number, largest: number): number {
  const good = ((bytes * 1000) / Math.max(1, took)) * GOOD_PART_SECONDS;
  return Math.round(Math.min(largest, Math.max(SMALLEST_PART_BYTES, good)));
}

function fail(state: Upload, { failure, at }: Told<"failed">): Upload {
  // After any failure the server may have taken the part all the same: ask before sending again.
  const doubted = {
    ...state,
    doing: "nothing",
    offset: null,
    failures: state.failures + 1,
    full: failure.kind === "full",
  } as const;
  const smaller = smallerPart(state);
  const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(state.failures, 10));
  switch (failure.kind) {
    case "disagreement":
      return { ...doubted, retryAt: state.failures === 0 ? null : at + wait };
    case "unreachable":
      return { ...doubted, retryAt: at + wait, partSize: smaller };
    case "too-large":
      if (state.partSize <= SMALLEST_PART_BYTES)
        return { ...doubted, stuck: { why: "refused", message: TOO_LITTLE } };
      return { ...doubted, retryAt: at + wait, partSize: smaller, largestPart: smaller };
    case "full":
      return { ...doubted, retryAt: at + wait };
    case "signed-out":
    case "gone":
      return { ...doubted, stuck: { why: failure.kind } };
    case "refused":
      return { ...doubted, stuck: { why: "refused", message: failure.message } };
  }
}

/** A part that did not get through may have been too much for this network. */
const smallerPart = ({ doing, partSize }: Upload) =>
  doing === "sending" ? Math.max(SMALLEST_PART_BYTES, Math.round(partSize / 2)) : partSize;

function act(state: Upload, at: number): Step {
  const idle: Step = { state, effects: [] };
  if (state.doing !== "nothing" || !state.online || state.stuck) return idle;
  if (state.retryAt !== null && at < state.retryAt)
    return { state, effects: [{ do: "wait", milliseconds: state.retryAt - at }] };
  if (state.url === null) return create(state, at);
  if (state.offset === null) return ask(state, state.url, at);
  if (state.total !== null && state.announced && state.offset >= state.total)
    return { state: { ...state, finished: true }, effects: [] };
  return send(state, state.url, state.offset, at) ?? idle;
}

function send(state: Upload, url: string, from: number, at: number): Step | null {
  const to = Math.max(from, Math.min(from + state.partSize, state.available));
  if (state.total === null && !worthSending(state, to - from, at)) return null;
  if (state.total !== null && to === from && from < state.total)
    return { state: { ...state, stuck: { why: "refused", message: INCOMPLETE } }, effects: [] };
  const length = state.total !== null && !state.announced ? state.total : null;
  return {
    state: { ...state, doing: "sending", announcing: length !== null, movedAt: at },
    effects: [{ do: "send", url, from, to, length }],
  };
}

function worthSending(state: Upload, bytes: number, at: number): boolean {
  if (bytes <= 0) return false;
  const waited = state.waitingSince === null ? 0 : at - state.waitingSince;
  return bytes >= Math.min(LARGE_ENOUGH_BYTES, state.partSize) || waited >= LONG_ENOUGH_MS;
}
