import { decodeExtended, readParameters } from "./openapi/header-parameters.ts";

/** The error for every fault in a multipart body. */
export class MultipartError extends Error {
  constructor(
    readonly code: "boundary" | "header" | "truncated" | "too_large" | "too_many",
    message: string,
    /** The limit that was passed, where it was a limit on one part. */
    readonly limit?: number,
  ) {
    super(message);
    this.name = "MultipartError";
  }
}

export interface Part {
  name: string;
  /** Present when the part is a file. */
  filename?: string;
  type?: string;
  /** The body must be read before the next part is asked for; unread bytes are skipped. */
  body: AsyncIterable<Uint8Array>;
}

export interface MultipartLimits {
  maxFileBytes: number;
  maxFieldBytes?: number;
  maxHeaderBytes?: number;
  maxParts?: number;
}

/**
 * multipart/form-data as it arrives: no part is ever held whole, a limit breaks the moment it is passed,
 * and nothing is read from the socket before the reader asks for more.
 */
export async function* readMultipart(
  stream: ReadableStream<Uint8Array>,
  contentType: string,
  limits: MultipartLimits,
): AsyncGenerator<Part> {
  const { maxHeaderBytes = 8192, maxParts = 50 } = limits;
  const input = new Input(stream.getReader(), delimiterOf(contentType));
  try {
    await input.skipPreamble(maxHeaderBytes);
    for (let count = 1; !(await input.isLast()); count++) {
      if (count > maxParts) throw new MultipartError("too_many", `More than ${maxParts} parts`);
      const part = readHeader(await input.readHeader(maxHeaderBytes));
      const body = partBody(input, part, limits);
      yield { ...part, body };
      for await (const _ of body); // skips the bytes of the part that its reader left unread
    }
    await input.skipRest();
  } finally {
    await input.close();
  }
}

function delimiterOf(contentType: string): Buffer {
  const { kind, parameters } = readParameters(contentType) ?? {};
  const boundary = parameters?.get("boundary") ?? "";
  if (kind !== "multipart/form-data" || boundary === "" || boundary.length > 70)
    throw new MultipartError("boundary", "Not multipart/form-data with a boundary");
  return Buffer.from(`\r\n--${boundary}`);
}

/** An iterable that can be left and continued later, unlike a generator, which ends when it is left. */
function partBody(
  input: Input,
  { name, filename }: Omit<Part, "body">,
  { maxFileBytes, maxFieldBytes = 65536 }: MultipartLimits,
): AsyncIterable<Uint8Array> {
  const limit = filename === undefined ? maxFieldBytes : maxFileBytes;
  let size = 0;
  let ended = false;
  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (ended) return { done: true, value: undefined };
    const piece = await input.readPiece();
    size += piece.bytes.length;
    if (size > limit)
      throw new MultipartError("too_large", `Part "${name}" exceeds ${limit} bytes`, limit);
    ended = piece.isEnd;
    return piece.bytes.length > 0 ? { done: false, value: piece.bytes } : next();
  }
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

function readHeader(text: string): Omit<Part, "body"> {
  const lines = text.split("\r\n");
  const disposition = readParameters(fieldOf(lines, "content-disposition") ?? "");
  const name = disposition?.parameters.get("name");
  if (disposition?.kind !== "form-data" || name === undefined)
    throw new MultipartError("header", "A part without a name");
  const filename = filenameOf(disposition.parameters);
  const type = fieldOf(lines, "content-type");
  return {
    name: unquote(name),
    ...(filename !== undefined && { filename }),
    ...(type && { type }),
  };
}

function fieldOf(lines: string[], name: string): string | undefined {
  const line = lines.find((one) => one.split(":", 1)[0]?.toLowerCase() === name);
  return line?.slice(name.length + 1).trim();
}

/** `filename*` is for clients that know it; where both are sent, plain `filename` is for the rest. */
function filenameOf(parameters: Map<string, string>): string | undefined {
  const plain = parameters.get("filename");
  const extended = parameters.get("filename*");
  if (extended === undefined) return plain === undefined ? undefined : unquote(plain);
  const decoded = decodeExtended(extended) ?? (plain === undefined ? undefined : unquote(plain));
  if (decoded === undefined)
    throw new MultipartError("header", "A file name that cannot be decoded");
  return decoded;
}

/** Browsers write these three characters of a name as percent codes, and no others. */
function unquote(value: string): string {
  return value.replace(/%22/g, '"').replace(/%0D/gi, "\r").replace(/%0A/gi, "\n");
}

/** The bytes read and not yet used: never more than a chunk and the length of a delimiter or a header. */
class Input {
  #held: Buffer = Buffer.from("\r\n"); // so that the first boundary looks like every other
  #ended = false;

  constructor(
    readonly reader: ReadableStreamDefaultReader<Uint8Array>,
    readonly delimiter: Buffer,
  ) {}

  async skipPreamble(limit: number): Promise<void> {
    await this.#takeUntil(this.delimiter, limit, "boundary", "before the first boundary");
  }

  /** A delimiter that is followed by `--` was the last one. */
  async isLast(): Promise<boolean> {
    while (this.#held.length < 2) await this.#readMore("after a boundary");
    return this.#held[0] === 0x2d && this.#held[1] === 0x2d;
  }

  async readHeader(limit: number): Promise<string> {
    const header = await this.#takeUntil(endOfHeader, limit, "header", "in a part's header");
    return header.toString("utf8");
  }

  /** The next bytes of the part, up to its delimiter. */
  async readPiece(): Promise<{ bytes: Buffer; isEnd: boolean }> {
    for (;;) {
      const at = this.#held.indexOf(this.delimiter);
      if (at >= 0) {
        const bytes = this.#take(at);
        this.#take(this.delimiter.length);
        return { bytes, isEnd: true };
      }
      const certain = this.#possibleDelimiter();
      if (certain > 0) return { bytes: this.#take(certain), isEnd: false };
      await this.#readMore("inside a part");
    }
  }

  /** The place where a delimiter may have begun whose rest is still to come; mostly there is none. */
  #possibleDelimiter(): number {
    const { length } = this.#held;
    const first = Math.max(0, length - this.delimiter.length + 1);
    for (let at = this.#held.indexOf("\r", first); at >= 0; at = this.#held.indexOf("\r", at + 1))
      if (this.delimiter.subarray(0, length - at).equals(this.#held.subarray(at))) return at;
    return length;
  }

  async skipRest(): Promise<void> {
    while (!this.#ended) this.#ended = (await this.reader.read()).done;
  }

  async close(): Promise<void> {
    if (!this.#ended) await this.reader.cancel().catch(() => {});
    this.reader.releaseLock();
  }

  async #takeUntil(mark: Buffer, limit: number, code: MultipartError["code"], where: string) {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at > limit || (at < 0 && this.#held.length > limit + mark.length))
        throw new MultipartError(code, `More than ${limit} bytes ${where}`);
      if (at >= 0) {
        const taken = this.#take(at);
        this.#take(mark.length);
        return taken;
      }
      await this.#readMore(where);
    }
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async #readMore(where: string): Promise<void> {
    const { done, value } = await this.reader.read();
    this.#ended = done;
    if (done) throw new MultipartError("truncated", `The body ends ${where}`);
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
  }
}

const endOfHeader = Buffer.from("\r\n\r\n");
