import { setImmediate } from "node:timers/promises";
import { countPassed } from "#api/platform/collect.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { type ObjectPart, readParts, totalSize } from "#api/platform/objects/parts.ts";
import { chunksOf } from "#api/platform/objects/store.ts";
import { type Growing, NotAppendable, type Point } from "./growing.ts";
import { GrowingMp4 } from "./mp4.ts";
import { GrowingWebm } from "./webm.ts";

/** One answer has about so many bytes at most. */
const AT_ONCE = 1024 * 1024;
/** So much of the end is kept for those who watch, and for so long after the last of them has asked. */
const RECENT_BYTES = 4 * 1024 * 1024;
const WATCHED_MS = 60_000;
/** So much of a part is looked at before others have their turn. */
const IN_ONE_GO = 16 * 1024;

/** One take of a running recording, as viewers are given it. Everything in it can be made anew from its parts. */
export class LiveTake {
  /** In what viewers are given. */
  bytes = 0;
  isUnsupported = false;
  #parts: ObjectPart[] = [];
  #growing: Growing | null = null;
  #recent: Uint8Array[] = [];
  #recentBytes = 0;
  #watchedAt = Number.NEGATIVE_INFINITY;
  #following: Promise<void> = Promise.resolve();

  constructor(
    private readonly objects: Pick<Objects, "get">,
    private readonly partsAfter: (received: number) => Promise<ObjectPart[]>,
    private readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  ) {}

  get seconds(): number {
    return this.#growing?.seconds ?? 0;
  }

  get mimeType(): string | null {
    return this.#growing?.mimeType() ?? null;
  }

  /** 0 until there is a place to begin. */
  get initBytes(): number {
    return this.#growing?.points.length ? this.#growing.initBytes : 0;
  }

  /** The last place at or before these seconds, or the first there is. */
  before(seconds: number): Point {
    const points = this.#growing?.points ?? [];
    const { byte, seconds: at } = points.findLast((point) => point.seconds <= seconds + 0.001) ??
      points[0] ?? { byte: 0, seconds: 0 };
    return { byte, seconds: at };
  }

  /** Reads what has arrived since; everybody who asks meanwhile waits for the same reading. */
  async catchUp(received: number): Promise<void> {
    const read = () => {
      if (totalSize(this.#parts) < received) return this.inTurn(() => this.#readOn());
    };
    this.#following = this.#following.catch(() => {}).then(read);
    await this.#following;
  }

  async #readOn(): Promise<void> {
    for (const part of await this.partsAfter(totalSize(this.#parts))) {
      if (!this.isUnsupported) await this.#follow(part);
      this.#parts.push(part);
    }
  }

  /** A part counts when it has been read to its end, or the next reading would begin in its middle. */
  async #follow(part: ObjectPart): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.#bytesFrom([part], 0)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    countPassed(bytes.length);
    try {
      this.#growing ??= growingOf(bytes);
      for await (const given of pushed(this.#growing, bytes)) this.#keep(given);
    } catch {
      this.giveUp();
    }
  }

  #keep(given: Uint8Array): void {
    if (given.length === 0) return;
    this.bytes += given.length;
    this.#recent.push(given);
    this.#recentBytes += given.length;
    const isWatched = performance.now() - this.#watchedAt < WATCHED_MS;
    const most = isWatched ? RECENT_BYTES : 0;
    while (this.#recentBytes > most) this.#recentBytes -= this.#recent.shift()?.length ?? 0;
  }

  /** In memory. */
  get held(): number {
    return this.#recentBytes + (this.#last?.bytes.length ?? 0) + (this.#growing?.held ?? 0);
  }

  /** The bytes that can be made again go. */
  letGo(): void {
    this.#recent = [];
    this.#recentBytes = 0;
    this.#last = null;
  }

  /** Nobody watches it while it runs: its parts are kept as they came, and are read as a file when all are there. */
  giveUp(): void {
    this.isUnsupported = true;
    this.#growing = null;
    this.letGo();
  }

  /** Many who watch ask for the same at the same moment. */
  #last: { from: number; until: number; bytes: Uint8Array<ArrayBuffer> } | null = null;

  /** From a byte on, about as much as fits into an answer; none where there is no more. */
  async read(from: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#watchedAt = performance.now();
    const until = this.bytes;
    const last = this.#last;
    if (last?.from === from && last.until === until) return last.bytes;
    const recentFrom = until - this.#recentBytes;
    const [chunks, first] =
      from >= recentFrom ? [this.#recent.slice(), recentFrom] : await this.#madeAgain(from);
    const found: Uint8Array[] = [];
    let at = first;
    let length = 0;
    for (const chunk of chunks) {
      const rest = chunk.subarray(Math.max(0, from - at), Math.max(0, until - at));
      at += chunk.length;
      if (rest.length > 0) found.push(rest);
      length += rest.length;
      if (length >= AT_ONCE) break;
    }
    const bytes = Buffer.concat(found);
    this.#last = { from, until, bytes };
    return bytes;
  }

  /** Bytes that are not kept are made from the parts once more, from the place before it on. */
  async #madeAgain(from: number): Promise<[Uint8Array[], number]> {
    if (!this.#growing) return [[], 0];
    const point = this.#growing.points.findLast(({ byte }) => byte <= from);
    const { byte, state } = point ?? { byte: 0, state: { source: 0, time: 0 } };
    const again = this.#growing.resume(state);
    const chunks: Uint8Array[] = [];
    let [first, at] = [byte, byte];
    for await (const chunk of await this.#bytesFrom(this.#parts, state.source)) {
      countPassed(chunk.length);
      for await (const given of pushed(again, chunk)) {
        at += given.length;
        if (at > from) chunks.push(given);
        else first = at; // the place to begin may be very far before
        if (at >= from + AT_ONCE) return [chunks, first];
      }
    }
    return [chunks, first];
  }

  async #bytesFrom(parts: readonly ObjectPart[], start: number) {
    const range = { start, end: totalSize(parts) - 1 };
    const body = await readParts(this.objects, parts, range);
    if (body === null) throw new Error("A part of a running recording is gone");
    return chunksOf(body);
  }
}

/** The bytes that viewers get of these, which may be made of a million pieces: others have questions, too. */
async function* pushed(growing: Pick<Growing, "push">, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += IN_ONE_GO) {
    yield Buffer.concat(growing.push(bytes.subarray(at, at + IN_ONE_GO)));
    await setImmediate();
  }
}

function growingOf(bytes: Uint8Array): Growing {
  if (bytes[0] === 0x1a) return new GrowingWebm();
  if (Buffer.from(bytes).toString("latin1", 4, 8) === "ftyp") return new GrowingMp4();
  throw new NotAppendable();
}
