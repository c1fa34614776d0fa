import type { BunFile } from "bun";
import { type Element, elementIn } from "./ebml.ts";
import type { Container } from "./sniff.ts";

/**
 * Whether a player can seek in the file without reading all of it: a WebM with its duration and cues,
 * an MP4 whose index stands in one piece. A file of a browser's recorder has neither.
 */
export async function hasIndex(path: string, container: Container): Promise<boolean> {
  if (container === "avi") return false;
  const file = Bun.file(path);
  const isMatroska = container === "webm" || container === "mkv";
  return await (isMatroska ? matroskaHasIndex(file) : mp4HasIndex(file));
}

/** A file with more pieces than this before its pictures is made to waste our time. */
const MOST_PIECES = 1000;

const ids = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
};
const cuesReference = Buffer.from([0x53, 0xab, 0x84, 0x1c, 0x53, 0xbb, 0x6b]); // SeekID = Cues
const durationElement = Buffer.from([0x44, 0x89]);

/** All that matters stands before the first cluster: an index behind the clusters is named in the seek head. */
async function matroskaHasIndex(file: BunFile): Promise<boolean> {
  let hasCues = false;
  let hasDuration = false;
  for (let at = 0, count = 0; count < MOST_PIECES; count++) {
    const element = elementIn(await readAt(file, at, 12), 0);
    if (!element || element.id === ids.cluster) return hasCues && hasDuration;
    if (element.id === ids.cues) hasCues = true;
    if (element.id === ids.seekHead)
      hasCues ||= (await bodyOf(file, at, element)).includes(cuesReference);
    if (element.id === ids.info)
      hasDuration = (await bodyOf(file, at, element)).includes(durationElement);
    if (element.id === ids.segment) at += element.body;
    else if (element.size === null) return hasCues && hasDuration;
    else at += element.body + element.size;
  }
  return false;
}

const LONGEST_INDEX_HEAD = 65_536;

const bodyOf = (file: BunFile, at: number, { body, size }: Element): Promise<Buffer> =>
  readAt(file, at + body, Math.min(size ?? 0, LONGEST_INDEX_HEAD));

async function mp4HasIndex(file: BunFile): Promise<boolean> {
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

const readAt = async (file: BunFile, position: number, length: number): Promise<Buffer> =>
  Buffer.from(await file.slice(position, position + length).arrayBuffer());
