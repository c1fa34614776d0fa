interface Chunk {
  id: string;
  body: Buffer;
}

/** The header stands at the start of the file; 64 KiB hold that of any ordinary AVI. */
export const AVI_HEADER_BYTES = 65_536;

/** The facts in an AVI's header. No library on npm reads AVI; the header is a short tree of chunks. */
export function readAviHeader(head: Uint8Array) {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const riff = chunksIn(bytes).find(({ id, body }) => id === "RIFF" && listType(body) === "AVI ");
  const headers = riff && listsIn(riff, "hdrl")[0];
  const main = headers && chunksOf(headers).find(({ id }) => id === "avih")?.body;
  if (!headers || !main || main.length < 40) return null;
  const streams = listsIn(headers, "strl").map(readStream);
  const codecOf = (kind: string) => streams.find((stream) => stream.kind === kind)?.codec ?? null;
  return {
    width: main.readUInt32LE(32),
    height: main.readUInt32LE(36),
    duration: Math.max(0, ...streams.map(({ duration }) => duration)),
    videoCodec: codecOf("vids"),
    audioCodec: codecOf("auds"),
  };
}

/** The times of a stream, from its own header: the frame rate in the main header is often wrong. */
function readStream(list: Chunk) {
  const chunks = chunksOf(list);
  const header = chunks.find(({ id }) => id === "strh")?.body;
  const format = chunks.find(({ id }) => id === "strf")?.body;
  if (!header || header.length < 36) return { kind: "", duration: 0, codec: null };
  const kind = fourLetters(header, 0);
  const [scale, rate, length] = [20, 24, 32].map((offset) => header.readUInt32LE(offset));
  const duration = scale && rate && length ? (length * scale) / rate : 0;
  return { kind, duration, codec: format ? codecName(kind, format) : null };
}

const audioFormats: Record<number, string> = {
  1: "pcm",
  3: "pcm",
  80: "mp2",
  85: "mp3",
  255: "aac",
  8192: "ac3",
};

function codecName(kind: string, format: Buffer): string | null {
  if (kind === "vids" && format.length >= 20) return pictureCodec(fourLetters(format, 16));
  if (kind !== "auds" || format.length < 2) return null;
  const tag = format.readUInt16LE(0);
  return audioFormats[tag] ?? `0x${tag.toString(16).padStart(4, "0")}`;
}

/** Pictures that are not encoded have a number there: zero, which no text in Postgres may hold. */
const pictureCodec = (letters: string) => letters.replaceAll(/[^!-~]/g, "").toLowerCase() || "raw";

/** A chunk is a name, a length and that many bytes, filled up to an even number. */
function chunksIn(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    chunks.push({ id: fourLetters(bytes, at), body: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** The chunks of a list: its bytes begin with the type of the list. */
const chunksOf = (list: Chunk) => chunksIn(list.body.subarray(4));
const listType = (body: Buffer) => fourLetters(body, 0);
const listsIn = (list: Chunk, type: string) =>
  chunksOf(list).filter(({ id, body }) => id === "LIST" && listType(body) === type);
const fourLetters = (bytes: Buffer, at: number) => bytes.toString("latin1", at, at + 4);
