import { z } from "zod";
import { Latest } from "#api/platform/latest.ts";
import { type ObjectPart, readParts, totalSize } from "./parts.ts";
import {
  type ByteRange,
  measure,
  type ObjectBody,
  type PutOptions,
  type StoredObject,
} from "./store.ts";

/** Objects as a vendor keeps them, each of a bounded size. */
interface WholeObjects {
  put(key: string, file: Blob, wishes: PutOptions): Promise<StoredObject>;
  get(key: string, range?: ByteRange): Promise<ObjectBody | null>;
  /** Removes objects and returns the keys of those that existed. */
  remove(keys: readonly string[]): Promise<readonly string[]>;
}

const Sizes = z.array(z.number().int().positive());
const MOST_KNOWN = 1000;

/**
 * A file that is larger than a vendor's objects may be, kept as several: `<key>.1`, `<key>.2` and so on, and beside
 * them the list `<key>.pieces` with the length of each. The list is written first and removed last, so that no
 * piece is ever without it.
 */
export class InPieces {
  /** The pieces of known files: they never change. */
  readonly #known = new Latest<ObjectPart[]>(MOST_KNOWN);

  constructor(private readonly whole: WholeObjects) {}

  async put(key: string, file: Blob, wishes: PutOptions, most: number): Promise<StoredObject> {
    const sizes = sizesOf(file.size, most);
    const stored = await measure(file, wishes);
    const { contentType, passed } = wishes;
    try {
      await this.whole.put(listOf(key), new Blob([JSON.stringify(sizes)]), { contentType });
      for (const [index, piece] of piecesOf(key, sizes).entries()) {
        const bytes = file.slice(index * most, index * most + piece.size);
        await this.whole.put(piece.key, bytes, { contentType, passed });
      }
      return stored;
    } catch (error) {
      await this.remove([key]).catch(() => {}); // a piece that stays is loose, and removed later
      throw error;
    }
  }

  /** Null where the file is not in pieces. */
  async find(key: string): Promise<ObjectPart[] | null> {
    const known = this.#known.get(key);
    if (known) return known;
    const list = await this.whole.get(listOf(key));
    if (list === null) return null;
    const pieces = piecesOf(key, Sizes.parse(await new Response(list).json()));
    this.#known.set(key, pieces);
    return pieces;
  }

  async get(key: string, range?: ByteRange): Promise<ObjectBody | null> {
    const pieces = await this.find(key);
    if (pieces === null) return null;
    const objects = { get: (ref: { key: string }, of?: ByteRange) => this.whole.get(ref.key, of) };
    return readParts(objects, pieces, range);
  }

  async size(key: string): Promise<number | null> {
    const pieces = await this.find(key);
    return pieces && totalSize(pieces);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const pieces = await this.find(key);
      this.#known.delete(key);
      if (pieces === null) continue;
      await this.whole.remove(pieces.map((piece) => piece.key));
      await this.whole.remove([listOf(key)]);
    }
  }

  isKnown(key: string): boolean {
    return this.#known.has(key);
  }
}

const listOf = (key: string) => `${key}.pieces`;

const piecesOf = (key: string, sizes: readonly number[]): ObjectPart[] =>
  sizes.map((size, index) => ({ store: "", key: `${key}.${index + 1}`, size }));

function sizesOf(size: number, most: number): number[] {
  const count = Math.ceil(size / most);
  return Array.from({ length: count }, (_, index) => Math.min(most, size - index * most));
}
