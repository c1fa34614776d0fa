import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { countCarried } from "#api/platform/collect.ts";
import { streamFrom } from "#api/platform/objects/chunk-stream.ts";
import { roomOn } from "#api/platform/objects/disk-room.ts";
import { type ByteRange, StoreUnreachable } from "#api/platform/objects/store.ts";
import { once } from "#api/platform/once.ts";

const BLOCK_BYTES = 1024 * 1024;
/** Blocks in one request: each request has a cost, and so have blocks that nobody reads. */
const RUN_BLOCKS = 8;
/** A block that takes longer will not come. */
const SILENCE_MS = 60_000;
const MOST_TRIES = 3;

/** The answer began well and ended too soon: its missing rest is asked for again. */
class CutShort extends StoreUnreachable {}

/** A file in a store far away; it never changes under its key. */
export interface Remote {
  key: string;
  size: number;
  fetch(range: ByteRange, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** One request for several blocks. It goes on as long as somebody needs one of them. */
interface Run {
  controller: AbortController;
  readers: number;
}

interface Block extends PromiseWithResolvers<Uint8Array> {
  name: string;
  run: Run;
}

/**
 * Bytes read from far away stay on this disk for a while, in blocks: many viewers of one video at the same time
 * fetch it once. The cache is bounded, the least recently used block goes first, and it is empty after every start.
 */
export class ReadThrough {
  /** The sizes of blocks on the disk, in the order of their last use. */
  readonly #kept = new Map<string, number>();
  readonly #coming = new Map<string, Block>();
  #bytes = 0;
  readonly #cleared = once(async () => {
    await rm(this.directory, { recursive: true, force: true });
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
  });

  constructor(
    private readonly directory: string,
    private readonly most: number,
  ) {}

  /** Resolves once the first bytes are there: an error comes before the answer has begun. */
  async open(remote: Remote, range: ByteRange): Promise<ReadableStream<Uint8Array>> {
    await this.#cleared();
    const reader = new Reader((run) => this.#drop(run));
    const chunks = this.#chunks(remote, range, reader);
    const first = await chunks.next();
    let waiting: typeof first | undefined = first;
    const next = async () => {
      const chunk = waiting ?? (await chunks.next());
      waiting = undefined;
      return chunk;
    };
    return streamFrom(next, () => reader.quit(), 0);
  }

  async *#chunks(
    remote: Remote,
    { start, end }: ByteRange,
    reader: Reader,
  ): AsyncGenerator<Uint8Array> {
    const last = Math.floor(end / BLOCK_BYTES);
    for (let at = start; at <= end; ) {
      const index = Math.floor(at / BLOCK_BYTES);
      const begin = index * BLOCK_BYTES;
      const block = await this.#block(remote, index, last, reader);
      const to = Math.min(block.length, end + 1 - begin);
      yield block.slice(at - begin, to);
      at = begin + to;
    }
    reader.leave();
  }

  /** A block of the file; fetched, with those after it that are wanted too, where nobody has it. */
  async #block(remote: Remote, index: number, last: number, reader: Reader): Promise<Uint8Array> {
    const name = nameOf(remote, index);
    for (let tries = 1; ; tries++) {
      const kept = await this.#read(name);
      if (kept) return kept;
      if (reader.hasQuit) throw new CutShort("nobody waits for it");
      const coming = this.#coming.get(name) ?? this.#start(remote, index, last);
      reader.hold(coming.run);
      try {
        return await coming.promise;
      } catch (error) {
        if (reader.hasQuit || !(error instanceof CutShort) || tries === MOST_TRIES) throw error;
      }
    }
  }

  async #read(name: string): Promise<Uint8Array | undefined> {
    const size = this.#kept.get(name);
    if (size === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, size);
    return await Bun.file(join(this.directory, name))
      .bytes()
      .catch(() => this.#forget(name)); // removed before this reader got to it: it is fetched again
  }

  #forget(name: string): undefined {
    this.#bytes -= this.#kept.get(name) ?? 0;
    this.#kept.delete(name);
  }

  /** A file that is removed far away leaves this disk, too. */
  async forget(key: string): Promise<void> {
    const start = nameOf({ key }, "");
    for (const name of [...this.#kept.keys()].filter((kept) => kept.startsWith(start))) {
      this.#forget(name);
      await rm(join(this.directory, name), { force: true });
    }
  }

  #start(remote: Remote, first: number, last: number): Block {
    const run: Run = { controller: new AbortController(), readers: 0 };
    const wanted: Block[] = [];
    for (let index = first; index <= Math.min(last, first + RUN_BLOCKS - 1); index++) {
      const name = nameOf(remote, index);
      if (this.#kept.has(name) || this.#coming.has(name)) break;
      const block = { name, run, ...Promise.withResolvers<Uint8Array>() };
      block.promise.catch(() => {}); // the waiting readers hear of an error; perhaps there are none
      this.#coming.set(name, block);
      wanted.push(block);
    }
    const start = first * BLOCK_BYTES;
    const end = Math.min(remote.size, start + wanted.length * BLOCK_BYTES) - 1;
    void this.#fetch(remote, { start, end }, run, wanted);
    return wanted[0] as Block; // the first block was neither on the disk nor coming
  }

  async #fetch(remote: Remote, range: ByteRange, run: Run, wanted: Block[]): Promise<void> {
    try {
      const body = await remote.fetch(range, run.controller.signal);
      const blocks = inBlocks(body, range.end - range.start + 1);
      for (const { name, resolve } of wanted) {
        const value = await inTime(blocks, run.controller);
        await this.#keep(name, value);
        this.#coming.delete(name);
        resolve(value);
      }
      await blocks.return(undefined);
    } catch (error) {
      this.#drop(run);
      for (const { reject } of wanted) reject(error);
    }
  }

  /** No new reader joins this run: its blocks are not listed as coming any more. */
  #drop(run: Run): void {
    for (const [name, block] of this.#coming) if (block.run === run) this.#coming.delete(name);
  }

  /** A block for which the disk has no room is only handed on. */
  async #keep(name: string, bytes: Uint8Array): Promise<void> {
    try {
      if (roomOn(this.directory) < bytes.length) return;
      await writeFile(join(this.directory, name), bytes, { mode: 0o600 });
    } catch {
      return;
    }
    this.#forget(name); // two may have fetched it, where the first left meanwhile
    this.#kept.set(name, bytes.length);
    this.#bytes += bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.most) break;
      this.#forget(oldest);
      await rm(join(this.directory, oldest), { force: true });
    }
  }
}

/** A reader on its way through a range; it needs at most one request at a time. */
class Reader {
  #run: Run | undefined;
  hasQuit = false;

  constructor(private readonly drop: (run: Run) => void) {}

  /** Makes the reader leave; a fetch that is cut off by this is not begun again. */
  quit(): void {
    this.hasQuit = true;
    this.leave();
  }

  leave(): void {
    const run = this.#run;
    this.#run = undefined;
    if (!run || --run.readers > 0) return;
    this.drop(run);
    run.controller.abort();
  }

  hold(run: Run): void {
    if (run === this.#run) return;
    this.leave();
    run.readers++;
    this.#run = run;
  }
}

const nameOf = ({ key }: Pick<Remote, "key">, index: number | "") =>
  `${key.replaceAll("/", "-")}.${index}`;

async function inTime(blocks: AsyncGenerator<Uint8Array>, controller: AbortController) {
  const silence = setTimeout(() => controller.abort(), SILENCE_MS);
  const { value } = await blocks
    .next()
    .catch((cause: unknown) => {
      throw new CutShort("Google Drive: the answer broke off", { cause });
    })
    .finally(() => clearTimeout(silence));
  if (value === undefined) throw new CutShort("Google Drive: the answer ended too soon");
  return value as Uint8Array; // the generator returns nothing else
}

/** The stream as blocks of equal length; the last one may be shorter. */
async function* inBlocks(body: ReadableStream<Uint8Array>, size: number) {
  let block = new Uint8Array(Math.min(BLOCK_BYTES, size));
  let filled = 0;
  let left = size;
  for await (const chunk of body) {
    countCarried(chunk.length);
    for (let used = 0; used < chunk.length; ) {
      const part = chunk.subarray(used, used + block.length - filled);
      block.set(part, filled);
      filled += part.length;
      used += part.length;
      if (filled < block.length) continue;
      left -= filled;
      yield block;
      if (left === 0) return;
      block = new Uint8Array(Math.min(BLOCK_BYTES, left));
      filled = 0;
    }
  }
}
