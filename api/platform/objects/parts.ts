import { open } from "node:fs/promises";
import { streamOfChunks } from "./chunk-stream.ts";
import type { Objects } from "./objects.ts";
import {
  type ByteRange,
  chunksOf,
  Meter,
  type ObjectBody,
  type ObjectRef,
  type StoredObject,
} from "./store.ts";

/** A long request becomes durable in steps of this size, so that a crash costs no more than one. */
export const PART_BYTES = 16 * 1024 * 1024;

/** Objects that, one after the other, are one file. */
export interface ObjectPart extends ObjectRef {
  size: number;
}

interface Piece {
  ref: ObjectRef;
  range: ByteRange;
}

export function totalSize(parts: readonly ObjectPart[]): number {
  return parts.reduce((sum, part) => sum + part.size, 0);
}

/** The stretches of the parts that make up the range. */
export function piecesOf(parts: readonly ObjectPart[], { start, end }: ByteRange): Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  for (const { store, key, size } of parts) {
    const first = Math.max(start - offset, 0);
    const last = Math.min(end - offset, size - 1);
    if (first <= last) pieces.push({ ref: { store, key }, range: { start: first, end: last } });
    offset += size;
    if (offset > end) break;
  }
  return pieces;
}

/** Null when a part is gone. A range inside one part is served as that part's own slice. */
export async function readParts(
  objects: Pick<Objects, "get">,
  parts: readonly ObjectPart[],
  range: ByteRange = { start: 0, end: totalSize(parts) - 1 },
): Promise<ObjectBody | null> {
  const [first, ...rest] = piecesOf(parts, range);
  if (first === undefined) return new Blob([]);
  const opened = await objects.get(first.ref, first.range);
  if (opened === null || rest.length === 0) return opened;
  return streamOfChunks(streamPieces(objects, opened, rest));
}

/** Opens a part only when the one before it has been read to its end. */
async function* streamPieces(
  objects: Pick<Objects, "get">,
  first: ObjectBody,
  rest: Piece[],
): AsyncGenerator<Uint8Array> {
  yield* chunksOf(first);
  for (const { ref, range } of rest) {
    const body = await objects.get(ref, range);
    if (body === null) throw new Error(`Part ${ref.key} is gone`);
    yield* chunksOf(body);
  }
}

/** A recording's parts, or these ranges of them, as one file on this machine, with its size and checksum. */
export async function copyParts(
  objects: Pick<Objects, "get">,
  parts: readonly ObjectPart[],
  path: string,
  ranges: readonly ByteRange[] = [{ start: 0, end: totalSize(parts) - 1 }],
): Promise<StoredObject> {
  const meter = new Meter({ checksum: true });
  const file = await open(path, "w", 0o600);
  try {
    for (const range of ranges) {
      const body = await readParts(objects, parts, range);
      if (body === null) throw new Error("A part of this recording is gone");
      for await (const chunk of chunksOf(body)) {
        meter.add(chunk);
        await file.writeFile(chunk);
      }
    }
  } finally {
    await file.close();
  }
  return meter.result();
}
