import { countCarried } from "#api/platform/collect.ts";
import { abortUpload, sizeInBucket, type Unfinished } from "./s3-listing.ts";
import { askS3, type S3Options, S3Refusal, textsOf } from "./s3-requests.ts";
import {
  type Bytes,
  chunksOf,
  lengthOf,
  Meter,
  type PutOptions,
  type StoredObject,
  StoreFull,
  StoreUnreachable,
  TooLargeForStore,
} from "./store.ts";

/** Two of them are held at a time, and one more is on its way: with twice as much, a process grew by 75 MB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Up to here an object of known length goes in one request: a part of a recording need not become two. */
const MOST_AT_ONCE = 2 * PART_BYTES;
/** More parts than this no service takes. */
const MOST_PARTS = 10_000;

interface Part {
  isLast: boolean;
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
}

/** In one request where all of it is one part; in several otherwise, of which nothing stays where one fails. */
export async function putInBucket(
  options: S3Options,
  key: string,
  body: Bytes,
  wishes: PutOptions,
): Promise<StoredObject> {
  const meter = new Meter(wishes);
  const headers = { "Content-Type": wishes.contentType ?? "application/octet-stream" };
  let upload: Multipart | undefined;
  try {
    const room = roomFor(body, wishes);
    for await (const { bytes, sha256, isLast } of partsOf(body, room, meter)) {
      if (isLast && !upload) {
        await askS3(options, { method: "PUT", key, headers, body: bytes, sha256 });
      } else {
        upload ??= await Multipart.begin(options, key, headers);
        await upload.send(bytes, sha256);
      }
    }
    await upload?.complete();
    return meter.result();
  } catch (error) {
    await upload?.abort();
    throw meant(error);
  }
}

function meant(error: unknown): unknown {
  if (!(error instanceof S3Refusal)) return error;
  if (error.code === "EntityTooLarge") return new TooLargeForStore(null);
  const isFull = error.status === 507 || /Quota|StorageFull/.test(error.code ?? "");
  return isFull ? new StoreFull({ cause: error }) : error;
}

/**
 * Parts of one size, but for the last. Two pieces of memory serve them all: one is filled while the other is on its
 * way, and nobody asks for a third part before the first has arrived.
 */
async function* partsOf(body: Bytes, room: number, meter: Meter): AsyncGenerator<Part> {
  let [place, next] = [Buffer.allocUnsafe(room), Buffer.alloc(0)];
  let hash = new Bun.CryptoHasher("sha256");
  let filled = 0;
  const part = (isLast: boolean): Part => ({
    bytes: place.subarray(0, filled),
    sha256: hash.digest("hex"),
    isLast,
  });
  for await (const chunk of chunksOf(body)) {
    meter.add(chunk);
    for (let at = 0; at < chunk.length; ) {
      if (filled === room) {
        yield part(false);
        [place, next] = [next.length > 0 ? next : Buffer.allocUnsafe(room), place];
        hash = new Bun.CryptoHasher("sha256");
        filled = 0;
      }
      const some = chunk.subarray(at, at + room - filled);
      place.set(some, filled);
      hash.update(some);
      filled += some.length;
      at += some.length;
    }
  }
  yield part(true);
}

/** An announced length may be wrong: it never makes a part smaller than a service takes. */
function roomFor(body: Bytes, { expected = 0 }: PutOptions): number {
  const length = lengthOf(body);
  if (length !== null) return length > MOST_AT_ONCE ? PART_BYTES : length;
  return expected > PART_BYTES && expected <= MOST_AT_ONCE ? MOST_AT_ONCE : PART_BYTES;
}

class Multipart {
  readonly #tags: string[] = [];
  #sending: Promise<void> = Promise.resolve();
  #size = 0;

  private constructor(
    private readonly options: S3Options,
    private readonly upload: Unfinished,
  ) {}

  static async begin(options: S3Options, key: string, headers: Record<string, string>) {
    const answer = await askS3(options, { method: "POST", key, query: { uploads: "" }, headers });
    const [id] = textsOf(await answer.text(), "UploadId");
    if (id === undefined) throw new StoreUnreachable("S3: it has begun no upload");
    return new Multipart(options, { key, id });
  }

  /** One part is on its way while the next one comes in. */
  async send(bytes: Part["bytes"], sha256: string): Promise<void> {
    await this.#sending;
    countCarried(bytes.length);
    this.#size += bytes.length;
    const number = this.#tags.push("");
    if (number > MOST_PARTS) throw new TooLargeForStore(MOST_PARTS * PART_BYTES);
    const request = { method: "PUT", ...this.#with({ partNumber: String(number) }) } as const;
    this.#sending = askS3(this.options, { ...request, body: bytes, sha256 }).then(({ headers }) => {
      this.#tags[number - 1] = headers.get("ETag") ?? "";
    });
    this.#sending.catch(() => {}); // awaited before the next; here it only must not count as unhandled
  }

  async complete(): Promise<void> {
    await this.#sending;
    const parts = this.#tags.map(
      (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`;
    const request = { method: "POST", ...this.#with({}), body: Buffer.from(xml) } as const;
    await askS3(this.options, request).catch(async (error: unknown) => {
      // Perhaps only the answer to an earlier try was lost.
      const isDone = error instanceof S3Refusal && error.code === "NoSuchUpload";
      const { options, upload } = this;
      if (!isDone || (await sizeInBucket(options, upload.key)) !== this.#size) throw error;
    });
  }

  /** An upload that cannot be taken back now is found by the note of its key. */
  async abort(): Promise<void> {
    await this.#sending.catch(() => {});
    await abortUpload(this.options, this.upload).catch(() => {});
  }

  #with = (query: Record<string, string>) => ({
    key: this.upload.key,
    query: { ...query, uploadId: this.upload.id },
  });
}
