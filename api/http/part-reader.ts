/**
 * The body of a request, taken in pieces of a bounded length. When the sender vanishes, the piece under
 * way simply ends: what has arrived is worth keeping, and `failure` tells afterwards.
 */
export class PartReader {
  failure: unknown;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  #isEnded = false;

  constructor(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#chunks = iterate(body);
  }

  /** The first bytes, without taking them; fewer only when there are no more. */
  async peek(length: number): Promise<Uint8Array> {
    while (this.#held.length < length && !this.#isEnded) await this.#readMore();
    return this.#held.subarray(0, length);
  }

  async hasMore(): Promise<boolean> {
    return (await this.peek(1)).length > 0;
  }

  async *take(limit: number): AsyncGenerator<Uint8Array> {
    for (let left = limit; left > 0 && (await this.hasMore()); ) {
      const chunk = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  }

  /** All of it, where a body that breaks off is no beginning to keep, but nothing. */
  async *all(): AsyncGenerator<Uint8Array> {
    yield* this.take(Number.POSITIVE_INFINITY);
    if (this.failure !== undefined) throw this.failure;
  }

  async #readMore(): Promise<void> {
    try {
      const { done, value } = await this.#chunks.next();
      if (done) this.#isEnded = true;
      else
        this.#held = this.#held.length === 0 ? viewOf(value) : Buffer.concat([this.#held, value]);
    } catch (error) {
      this.#isEnded = true;
      this.failure = error;
    }
  }
}

async function* iterate(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  yield* body;
}

const viewOf = (chunk: Uint8Array) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
