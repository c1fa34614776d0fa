import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openDiskStore } from "#api/platform/objects/disk.ts";
import {
  newKey,
  type ObjectBody,
  type ObjectStore,
  ObjectTooLarge,
  StoreFull,
} from "#api/platform/objects/store.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { stores } from "./stores.ts";

const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256);
const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

async function* inPieces(whole: Uint8Array, length: number) {
  for (let at = 0; at < whole.length; at += length) yield whole.slice(at, at + length);
}

async function* brokenAfter(length: number) {
  yield new Uint8Array(length);
  throw new Error("the client is gone");
}

const read = async (body: ObjectBody | null) =>
  body && Buffer.from(await new Response(body).arrayBuffer());

describe.each(stores)("the $name store keeps bytes: it", ({ name, open }) => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await open();
  });

  it("gives back what was put, with its size and hash", async () => {
    const key = newKey();
    const options = { contentType: "video/webm", checksum: true };
    const stored = await store.put(key, inPieces(bytes, 777), options);
    expect(stored).toEqual({ size: bytes.length, sha256 });
    expect(await store.size(key)).toBe(bytes.length);
    expect(await read(await store.get(key))).toEqual(Buffer.from(bytes));
  });

  it("takes whole arrays, streams, and nothing at all", async () => {
    const [whole, stream, empty] = [newKey(), newKey(), newKey()];
    await store.put(whole, bytes);
    await store.put(stream, new Blob([bytes]).stream());
    expect(await store.put(empty, new Uint8Array())).toMatchObject({ size: 0 });
    expect(await read(await store.get(whole))).toEqual(Buffer.from(bytes));
    expect(await read(await store.get(stream))).toEqual(Buffer.from(bytes));
    expect(await store.size(empty)).toBe(0);
  });

  it("tells of all that lies there, where it can", async () => {
    expect(store.keys === undefined).toBe(["google-drive", "memory"].includes(name));
    const [one, other, gone] = [newKey(), newKey(), newKey()];
    for (const key of [one, other, gone]) await store.put(key, bytes);
    await store.remove([gone]);
    const told = store.keys && (await Array.fromAsync(store.keys())).flat();
    if (told) expect(told).toEqual(expect.arrayContaining([one, other]));
    expect(told ?? []).not.toContain(gone);
  });

  it("reads a range with both ends", async () => {
    const key = newKey();
    await store.put(key, bytes);
    const part = await read(await store.get(key, { start: 100, end: 199 }));
    expect(part).toEqual(Buffer.from(bytes.subarray(100, 200)));
  });

  it("does not know a key that was never put, and forgets a removed one", async () => {
    const key = newKey();
    expect(await store.get(key)).toBeNull();
    expect(await store.get(key, { start: 0, end: 1 })).toBeNull();
    expect(await store.size(key)).toBeNull();
    await store.put(key, bytes);
    expect(await read(await store.get(key))).toEqual(Buffer.from(bytes)); // and may remember that it is there
    await store.remove([key, newKey()]);
    expect(await store.get(key)).toBeNull();
    await store.remove([key]);
  });
});

describe.each(stores)("the $name store refuses: it", ({ open }) => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await open();
  });

  it("keeps nothing of what is too large", async () => {
    const key = newKey();
    const put = store.put(key, inPieces(bytes, 1000), { maxBytes: bytes.length - 1 });
    await expect(put).rejects.toBeInstanceOf(ObjectTooLarge);
    expect(await store.get(key)).toBeNull();
    await store.put(key, inPieces(bytes, 1000), { maxBytes: bytes.length });
  });

  it("keeps nothing of a body that breaks off, and says why it broke", async () => {
    const key = newKey();
    await expect(store.put(key, brokenAfter(3_000_000))).rejects.toThrow("the client is gone");
    expect(await store.get(key)).toBeNull();
  });

  it.each([
    "../escape",
    "/etc/passwd",
    "a/../../b",
    "a//b",
    "",
    ".incoming/x",
    "a\0b",
    "a/.",
    "..",
    "C:\\x",
  ])("refuses the key %j", async (key) => {
    await expect(store.put(key, bytes)).rejects.toThrow("Not an object key");
    await expect(async () => store.get(key)).rejects.toThrow("Not an object key");
    await expect(store.remove([key])).rejects.toThrow("Not an object key");
  });
});

describe("on disk", () => {
  const directory = temporaryDirectory();
  const openDisk = () => openDiskStore(join(directory, "objects"));

  it("what a killed process was writing is removed at the next start", async () => {
    await openDisk();
    const incoming = join(directory, "objects", ".incoming");
    await writeFile(join(incoming, "half"), "bytes");
    await openDisk();
    expect(await readdir(incoming), "files that are half written").toEqual([]);
  });

  it("what fills up under way is refused, and nothing of it is left", async () => {
    const options = { reserve: 0 };
    const store = await openDiskStore(join(directory, "filling"), options);
    async function* filling() {
      yield new Uint8Array(64 * 1024 * 1024);
      options.reserve = Number.MAX_SAFE_INTEGER;
      yield new Uint8Array(64 * 1024 * 1024);
      throw new Error("it went on with a full disk");
    }
    await expect(store.put(newKey(), filling())).rejects.toThrow(StoreFull);
    expect(
      await readdir(join(directory, "filling", ".incoming")),
      "files that are half written",
    ).toEqual([]);
    await expect(store.put(newKey(), bytes)).rejects.toThrow(StoreFull);
    expect(await store.room()).toBe(0);
  });

  it("the room left is known", async () => {
    expect(await (await openDisk()).room()).toBeGreaterThan(0);
  });
});
