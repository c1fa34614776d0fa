import { describe, expect, it } from "vitest";
import { InPieces } from "#api/platform/objects/in-pieces.ts";
import {
  type ByteRange,
  type Bytes,
  newKey,
  TooLargeForStore,
} from "#api/platform/objects/store.ts";

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 31) % 251);
const file = new Blob([bytes]);

/** A vendor that takes objects up to a limit, and notes what is done to which. */
function vendor({ limit = 1e9 } = {}) {
  const kept = new Map<string, Blob>();
  const done: string[] = [];
  const note = (act: string, key: string) => done.push(`${act} ${key.split(".")[1]}`);
  const pieces = new InPieces({
    async put(key: string, body: Bytes) {
      if (!(body instanceof Blob)) throw new Error("a piece can be read again");
      if (body.size > limit) throw new TooLargeForStore(limit);
      note("put", key);
      kept.set(key, body);
      return { size: body.size };
    },
    async get(key: string, range?: ByteRange) {
      const blob = kept.get(key);
      return (range ? blob?.slice(range.start, range.end + 1) : blob) ?? null;
    },
    async remove(keys: readonly string[]) {
      for (const key of keys) note("remove", key);
      return keys.filter((key) => kept.delete(key));
    },
  });
  return { pieces, kept, done };
}

describe("a file in pieces", () => {
  it("is never without the list of them: that comes first and goes last", async () => {
    const { pieces, kept, done } = vendor();
    const key = newKey();
    await pieces.put(key, file, {}, 400);
    expect(done.splice(0)).toEqual(["put pieces", "put 1", "put 2", "put 3"]);
    await pieces.remove([key]);
    expect(done.slice(0, 3).toSorted()).toEqual(["remove 1", "remove 2", "remove 3"]);
    expect(done.slice(3)).toEqual(["remove pieces"]);
    expect(kept.size).toBe(0);
  });

  it("is read as it lies there, also where larger pieces were refused before", async () => {
    const { pieces } = vendor({ limit: 300 });
    const key = newKey();
    await expect(pieces.put(key, file, {}, 400)).rejects.toThrow(TooLargeForStore);
    await pieces.put(key, file, {}, 300);
    const whole = Buffer.from(await new Response(await pieces.get(key)).arrayBuffer());
    expect(whole.equals(bytes)).toBe(true);
    expect(await pieces.size(key)).toBe(bytes.length);
  });

  it("is forgotten when a thousand others were asked for since, and found again", async () => {
    const { pieces } = vendor();
    const keys = Array.from({ length: 1001 }, newKey);
    for (const key of keys) {
      await pieces.put(key, new Blob(["four"]), {}, 3);
      expect(await pieces.size(key)).toBe(4);
    }
    expect(keys.filter((key) => !pieces.isKnown(key))).toEqual(keys.slice(0, 1));
    expect(await pieces.size(keys[0] ?? "")).toBe(4);
  });
});
