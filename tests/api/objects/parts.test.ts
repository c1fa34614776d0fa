import fc from "fast-check";
import { expect, test } from "vitest";
import type { Objects } from "#api/platform/objects/objects.ts";
import { piecesOf, readParts, totalSize } from "#api/platform/objects/parts.ts";

/** Objects in memory, which remembers what was asked of it. */
function memoryStore(objects: Map<string, Uint8Array>) {
  const asked: string[] = [];
  const store: Pick<Objects, "get"> = {
    async get({ key }, range) {
      asked.push(key);
      const bytes = objects.get(key);
      if (!bytes) return null;
      return new Blob([Buffer.from(range ? bytes.slice(range.start, range.end + 1) : bytes)]);
    },
  };
  return { store, asked };
}

const partsOf = (chunks: Uint8Array[]) => ({
  objects: new Map(chunks.map((chunk, index) => [`part-${index}`, chunk])),
  parts: chunks.map((chunk, index) => ({
    store: "memory",
    key: `part-${index}`,
    size: chunk.length,
  })),
});

test("any range over any parts is the same stretch of the whole", async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 30 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(chunks, fc.nat(), fc.nat(), async (made, first, second) => {
      const whole = Buffer.concat(made);
      fc.pre(whole.length > 0);
      const start = first % whole.length;
      const end = start + (second % (whole.length - start));
      const { objects, parts } = partsOf(made);
      const body = await readParts(memoryStore(objects).store, parts, { start, end });
      expect(body).not.toBeNull();
      expect(Buffer.from(await new Response(body).arrayBuffer())).toEqual(
        whole.subarray(start, end + 1),
      );
      expect(totalSize(parts)).toBe(whole.length);
    }),
    { numRuns: 500 },
  );
});

test("parts outside the range are never opened, later ones only when they are reached", async () => {
  const { objects, parts } = partsOf([1, 2, 3, 4].map((value) => new Uint8Array(10).fill(value)));
  const { store, asked } = memoryStore(objects);
  const body = await readParts(store, parts, { start: 15, end: 34 });
  expect(asked).toEqual(["part-1"]);
  await new Response(body).arrayBuffer();
  expect(asked).toEqual(["part-1", "part-2", "part-3"]);
});

test("a reader that leaves opens no more parts", async () => {
  const { objects, parts } = partsOf([1, 2, 3].map((value) => new Uint8Array(10).fill(value)));
  const { store, asked } = memoryStore(objects);
  const body = await readParts(store, parts);
  if (!(body instanceof ReadableStream)) throw new Error("several parts make a stream");
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  expect(asked.length).toBeLessThan(3);
});

test("a range inside one part is that part's own slice, which the kernel can send", async () => {
  const { objects, parts } = partsOf([new Uint8Array(10), new Uint8Array(10).fill(7)]);
  const body = await readParts(memoryStore(objects).store, parts, { start: 12, end: 15 });
  expect(body).toBeInstanceOf(Blob);
});

test("a part that is gone is an absent file before the first byte, and an error after it", async () => {
  const { objects, parts } = partsOf([new Uint8Array(10), new Uint8Array(10)]);
  objects.delete("part-1");
  const { store } = memoryStore(objects);
  expect(await readParts(store, parts, { start: 11, end: 12 })).toBeNull();
  await expect(new Response(await readParts(store, parts)).arrayBuffer()).rejects.toThrow("gone");
});

test("no bytes are asked of no part", () => {
  expect(piecesOf([{ store: "memory", key: "a", size: 0 }], { start: 0, end: -1 })).toEqual([]);
});
