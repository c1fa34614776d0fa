import { Comment, CommentList } from "#contract/discussion.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { crowded } from "./crowded.ts";
import { register } from "./people.ts";

/** A call that waits longer for an answer, of whatever kind, hangs; on a crowded machine, so many times that. */
const PATIENCE_MS = 10_000;
/** The time for the way there and back, beside a server that uses all of its ten seconds. */
const WAY_MS = 2000;
/** The pause between two calls of one person. */
export const PACE_MS = 100;
const PART = 8192;

/** The failures of a piece of work: acknowledged and not found afterwards, and calls that nobody answered. */
export interface Outcome {
  lost: number;
  hung: number;
}

export interface Work {
  /** Waits until each kind of work was acknowledged so often, by calls that began after that time. */
  acknowledged(times: number, since?: number): Promise<void>;
  /** Ends the work, and looks for everything that was acknowledged. */
  finish(): Promise<Outcome>;
}

/** Somebody who comments and uploads, one call after the other, whatever happens meanwhile. */
export async function startWork(origin: string): Promise<Work> {
  const outcome: Outcome = { lost: 0, hung: 0 };
  const request = patient(origin, outcome);
  const token = await register(origin);
  const tus = tusClient({ request }, token);
  const { url, recording } = created(await tus.create());
  const path = `/api/recordings/${recording}`;
  const headers = { Authorization: `Bearer ${token}` };

  const comments: string[] = [];
  const comment = async () => {
    const content = `The ${comments.length}th word`;
    const response = await request(`${path}/comments`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ content }),
    });
    if (response.status === 201) comments.push(Comment.parse(await response.json()).id);
    return response.ok;
  };

  let offset = 0;
  const upload = async () => {
    const { status } = await tus.patch(url, { offset, bytes: bytesAt(offset, PART) });
    if (status === 204) offset += PART;
    else offset = await offsetAfter(offset);
    return status === 204;
  };
  /** Bytes that have arrived without an answer count; bytes that were answered must have arrived. */
  async function offsetAfter(answered: number): Promise<number> {
    const arrived = await tus.offset(url);
    if (Number.isNaN(arrived)) return answered;
    if (arrived < answered) outcome.lost++;
    return arrived;
  }

  const loops = [repeat(comment), repeat(upload)];
  return {
    acknowledged: (times, since = 0) =>
      Promise.all(loops.map((loop) => loop.reached(times, since))).then(() => {}),
    async finish() {
      await Promise.all(loops.map((loop) => loop.stop()));
      const answer = await request(`${path}/comments?limit=1000`, { headers });
      const found = new Set(CommentList.parse(await answer.json()).comments.map((kept) => kept.id));
      outcome.lost += comments.filter((id) => !found.has(id)).length;
      await tus.patch(url, { offset, bytes: new Uint8Array(), length: offset });
      const kept = await request(`${path}/stream`, { headers });
      const whole = bytesAt(0, offset);
      if (checksum(new Uint8Array(await kept.arrayBuffer())) !== checksum(whole)) outcome.lost++;
      return outcome;
    },
  };
}

/** Counts the calls that nobody answers; that one is refused or cut off is an answer, too. */
function patient(origin: string, outcome: Outcome) {
  return async (path: string, init: RequestInit = {}) => {
    try {
      const signal = AbortSignal.timeout((PATIENCE_MS + WAY_MS) * crowded());
      return await fetch(new URL(path, origin), { ...init, signal });
    } catch (error) {
      if (error instanceof DOMException && error.name === "TimeoutError") outcome.hung++;
      return Response.error();
    }
  };
}

/** Begins with the bytes of a WebM, so that it is taken for one; what follows depends on the place alone. */
function bytesAt(offset: number, length: number): Uint8Array {
  const head = [0x1a, 0x45, 0xdf, 0xa3];
  return Uint8Array.from({ length }, (_, index) => {
    const at = offset + index;
    return head[at] ?? (at * 31 + (at >> 8)) & 255;
  });
}

const checksum = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

/** Does it again and again, and tells those who wait how often it worked. */
function repeat(act: () => Promise<boolean>) {
  const begun: number[] = [];
  let waiting: { times: number; since: number; resolve: () => void }[] = [];
  let isStopped = false;
  const tell = () => {
    waiting = waiting.filter(({ times, since, resolve }) => {
      const isReached = begun.filter((at) => at >= since).length >= times;
      if (isReached) resolve();
      return !isReached;
    });
  };
  const run = async () => {
    while (!isStopped) {
      const at = performance.now();
      if (await act()) begun.push(at);
      tell();
      await Bun.sleep(PACE_MS);
    }
  };
  const running = run();
  return {
    reached: (times: number, since: number) =>
      new Promise<void>((resolve) => waiting.push({ times, since, resolve })),
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
