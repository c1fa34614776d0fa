import { type Bytes, chunksOf, StoreUnreachable } from "#api/platform/objects/store.ts";

/** The bytes of an upload, readable from any position that is asked for: Google decides where it goes on, not we. */
export interface Source {
  /** Null while the size is unknown. */
  readonly size: number | null;
  /** The bytes from `start` on; shorter than asked only at the end, after which the size is known. */
  at(start: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

export function sourceOf(body: Bytes): Source {
  if (body instanceof Blob) return ofBlob(body);
  if (body instanceof Uint8Array) return ofBlob(new Blob([Buffer.from(body)]));
  return new Stream(body);
}

const ofBlob = (blob: Blob): Source => ({
  size: blob.size,
  at: (start, length) => blob.slice(start, start + length).bytes(),
});

/** A stream is read once: it can go back no further than to the chunk that is being sent. */
class Stream implements Source {
  size: number | null = null;
  #start = 0;
  #held: Uint8Array<ArrayBuffer> = new Uint8Array();
  readonly #chunks: AsyncGenerator<Uint8Array>;

  constructor(body: Exclude<Bytes, Blob | Uint8Array>) {
    this.#chunks = chunksOf(body);
  }

  async at(start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (start < this.#start || start > this.#start + this.#held.length)
      throw new StoreUnreachable("Google Drive: a session was lost, and a stream cannot go back");
    const parts: Uint8Array[] = [this.#held.subarray(start - this.#start)];
    let held = parts[0]?.length ?? 0;
    while (held < length && this.size === null) {
      const { done, value } = await this.#chunks.next();
      if (done) this.size = start + held;
      else {
        parts.push(value);
        held += value.length;
      }
    }
    this.#start = start;
    this.#held = Buffer.concat(parts);
    return this.#held.subarray(0, length);
  }
}
