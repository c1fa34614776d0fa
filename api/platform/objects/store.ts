import { countPassed } from "#api/platform/collect.ts";
import type { StorageType } from "#contract/recordings.ts";

/** The verbs for bytes, wherever they are. An object is written once at a new place and never changed. */
export interface ObjectVerbs<Address> {
  /** The object is durable when this resolves; when it throws, no bytes are left behind. */
  put(at: Address, body: Bytes, options?: PutOptions): Promise<StoredObject>;
  get(at: Address, range?: ByteRange): Promise<ObjectBody | null>;
  /** A missing object is no error: removing is repeated until it has worked. */
  remove(all: readonly Address[]): Promise<void>;
  size(at: Address): Promise<number | null>;
  /** An address that serves the object without us for a while; null when only we can serve it. */
  link(at: Address, ...wishes: LinkWishes): Promise<string | null>;
  /** Bytes that still fit; null when no bound is known. `owner`: for stores with a place for each account. */
  room(owner?: string): Promise<number | null>;
  /** Rejects with the reason when nothing can be read or written now. */
  check(): Promise<void>;
}

/** The address is good for at least so many seconds and up to an hour more; where they are the most, for no longer. */
export type LinkWishes = [seconds: number, downloadAs?: string | undefined, isMost?: boolean];

/** One place that keeps bytes under keys. */
export interface ObjectStore extends ObjectVerbs<string> {
  /** Rows carry this name for as long as the bytes lie here: it never changes. */
  readonly name: string;
  /** The kind of storage that people are told for bytes in this store. */
  readonly storageType: StorageType;
  /** Gives an object a new name, in stores where people see their files under names. */
  rename?(key: string, name: string): Promise<void>;
  /** The keys of all objects in the store, some at a time; where the store can list them. */
  keys?(): AsyncIterable<string[]>;
  /** Ends uploads that a killed process left and that nobody has noted, in stores that keep what is unfinished. */
  endForsaken?(areNoted: (keys: string[]) => Promise<readonly string[]>): Promise<void>;
}

/** The address of an object: every row that points at bytes names both. */
export interface ObjectRef {
  store: string;
  key: string;
}

/** The bytes of an object; a blob knows its length, and can be read again. */
export type Bytes = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array;
/** A body for `new Response`: a file's slice is sent by the kernel, a stream by us. */
export type ObjectBody = Blob | ReadableStream<Uint8Array>;

/** A range of bytes with both ends included, as in Content-Range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  contentType?: string;
  maxBytes?: number;
  /** The number of bytes that were announced for a body of unknown length: room for them is promised. */
  expected?: number;
  /** Asks for the checksum of the bytes that were put. */
  checksum?: boolean;
  /** The account that owns the file, and its name there: for a store where each account has a place of its own. */
  owner?: string;
  name?: string;
  /** Called with every chunk on its way in; where it throws, nothing is put. */
  passed?: (bytes: number) => void;
}

export interface StoredObject {
  size: number;
  /** SHA-256 in hexadecimal, where it was asked for. */
  sha256?: string;
}

export class ObjectTooLarge extends Error {
  constructor(readonly maxBytes: number) {
    super(`The object is larger than ${maxBytes} bytes`);
    this.name = "ObjectTooLarge";
  }
}

/** The store does not take so much in one object; `limit` is the most it takes, where that is known. */
export class TooLargeForStore extends Error {
  constructor(readonly limit: number | null) {
    super(`The store takes no object of this size${limit === null ? "" : `, only ${limit} bytes`}`);
    this.name = "TooLargeForStore";
  }
}

/** The store does not answer, or does not let us in any more: its content is unknown, and nothing is lost. */
export class StoreUnreachable extends Error {
  /** Words for people, where there is more to say than that the store does not answer. */
  readonly said: { code: string; words: string } | undefined;

  constructor(message: string, options: ErrorOptions & { said?: StoreUnreachable["said"] } = {}) {
    super(message, options);
    this.name = "StoreUnreachable";
    this.said = options.said;
  }
}

/** There is no room for the object; earlier ones are as they were. */
export class StoreFull extends Error {
  constructor(options?: ErrorOptions) {
    super("There is no room left", options);
    this.name = "StoreFull";
  }
}

/** Whether a disk or store is full, also when the error is not from a store. */
export const isFull = (error: unknown): boolean =>
  error instanceof StoreFull ||
  (error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code)));

/** Two letters of folder keep any one folder small. */
export function newKey(): string {
  const id = crypto.randomUUID();
  return `${id.slice(0, 2)}/${id}`;
}

const safeKey = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?(\/[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?)*$/i;

/** Whether a text could be a key of ours at all. */
export const isKey = (key: string): boolean => key.length <= 200 && safeKey.test(key);

/** A key is names and slashes: no dots that climb, no start at the root, nothing a file system reads. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not an object key: ${key}`);
  return key;
}

/** Counts bytes on their way into a store, and hashes them where that is wished. */
export class Meter {
  #size = 0;
  readonly #hash: Bun.CryptoHasher | undefined;

  constructor(private readonly wishes: PutOptions = {}) {
    this.#hash = wishes.checksum ? new Bun.CryptoHasher("sha256") : undefined;
  }

  add(chunk: Uint8Array): void {
    const { maxBytes = Number.POSITIVE_INFINITY, passed } = this.wishes;
    this.#size += chunk.length;
    if (this.#size > maxBytes) throw new ObjectTooLarge(maxBytes);
    this.#hash?.update(chunk);
    passed?.(chunk.length);
    countPassed(chunk.length);
  }

  result(): StoredObject {
    return { size: this.#size, ...(this.#hash && { sha256: this.#hash.digest("hex") }) };
  }
}

/** Measures a file, which can be read as often as needed. */
export async function measure(file: Blob, wishes: PutOptions): Promise<StoredObject> {
  const { checksum = false, maxBytes = Number.POSITIVE_INFINITY } = wishes;
  if (file.size > maxBytes) throw new ObjectTooLarge(maxBytes);
  if (!checksum) return { size: file.size };
  const meter = new Meter({ checksum }); // without `passed`: nothing is on its way yet
  for await (const chunk of file.stream()) meter.add(chunk);
  return meter.result();
}

/** The length of a body, where it is known beforehand. */
export function lengthOf(body: unknown): number | null {
  if (body instanceof Blob) return body.size;
  return body instanceof Uint8Array ? body.length : null;
}

export async function* chunksOf(bytes: Bytes): AsyncGenerator<Uint8Array> {
  if (bytes instanceof Uint8Array) yield bytes;
  else if (bytes instanceof Blob) yield* bytes.stream();
  else yield* bytes;
}
