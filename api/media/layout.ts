import { type FileHandle, open } from "node:fs/promises";
import type { Container } from "./sniff.ts";

/**
 * Whether a player can seek in the file without reading all of it: a WebM with its duration and cues,
 * an MP4 whose index stands in one piece. What a browser's recorder makes has neither.
 */
export async function hasIndex(path: string, container: Container): Promise<boolean> {
  if (container === "avi") return false;
  const file = await open(path, "r");
  try {
    const isMatroska = container === "webm" || container === "mkv";
    return await (isMatroska ? matroskaHasIndex(file) : mp4HasIndex(file));
  } finally {
    await file.close();
  }
}

/** A file with more pieces than this before its pictures is made to waste our time. */
const MOST_PIECES = 1000;

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
};
const cuesReference = Buffer.from([0x53, 0xab, 0x84, 0x1c, 0x53, 0xbb, 0x6b]); // SeekID = Cues
const durationElement = Buffer.from([0x44, 0x89]);

/** All that matters stands before the first cluster: an index behind the clusters is named in the seek head. */
async function matroskaHasIndex(file: FileHandle): Promise<boolean> {
  let hasCues = false;
  let hasDuration = false;
  for (let at = 0, count = 0; count < MOST_PIECES; count++) {
    const element = await readElement(file, at);
    if (!element || element.id === ids.cluster) return hasCues && hasDuration;
    if (element.id === ids.cues) hasCues = true;
    if (element.id === ids.seekHead)
      hasCues ||= (await bodyOf(file, element)).includes(cuesReference);
    if (element.id === ids.info)
      hasDuration = (await bodyOf(file, element)).includes(durationElement);
    at = element.id === ids.segment ? element.start : element.start + element.size;
  }
  return false;
}

interface Element {
  id: number;
  start: number;
  size: number;
}

/** EBML writes the length of a number as the zeros before its first one bit. */
async function readElement(file: FileHandle, at: number): Promise<Element | null> {
  const head = await readAt(file, at, 12);
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23;
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) return null;
  const id = head.readUIntBE(0, idLength);
  const size = head
    .subarray(idLength + 1, idLength + sizeLength)
    .reduce((sum, byte) => sum * 256 + byte, (head[idLength] ?? 0) & (0xff >> sizeLength));
  return { id, start: at + idLength + sizeLength, size };
}

const LONGEST_INDEX_HEAD = 65_536;

function bodyOf(file: FileHandle, { start, size }: Element): Promise<Buffer> {
  return readAt(file, start, Math.min(size, LONGEST_INDEX_HEAD));
}

async function mp4HasIndex(file: FileHandle): Promise<boolean> {
  let hasMovie = false;
  for (let at = 0, count = 0; count < MOST_PIECES; count++) {
    const head = await readAt(file, at, 16);
    if (head.length < 8) return hasMovie;
    const type = head.toString("latin1", 4, 8);
    if (type === "moof") return false; // a fragment: the index is scattered over the file
    if (type === "moov") hasMovie = true;
    const size = head.readUInt32BE(0);
    if (size === 0) return hasMovie; // reaches to the end of the file
    const length = size === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : size;
    if (length < 8) return false;
    at += length;
  }
  return false;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
