import { describe, expect, it } from "vitest";
import {
  newKey,
  ObjectTooLarge,
  StoreUnreachable,
  TooLargeForStore,
} from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { putInChunks } from "#api/platform/objects/supabase-resumable.ts";
import { bucketNamed, startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const MIB = 1024 * 1024;
const CHUNK = 6 * MIB;
const bytes = Uint8Array.from({ length: 2 * CHUNK + 1000 }, (_, index) => (index * 31) % 251);
const file = new Blob([bytes]);
const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const pauses = [0, 0];

function standIn() {
  const storage = startStorage();
  atEndOfFile(storage.stop);
  storage.buckets.set("recordings", bucketNamed("recordings"));
  return storage;
}

function resumable(wrong = {}) {
  const storage = standIn();
  const options = { ...storage, bucket: "recordings", pauses, ...wrong };
  const key = newKey();
  const stored = () => storage.objects.get(`recordings/${key}`);
  return { storage, key, stored, put: (wishes = {}) => putInChunks(options, key, file, wishes) };
}

describe("an upload in chunks", () => {
  it("is one object of its type, sent as hosted wants it", async () => {
    const { storage, stored, put } = resumable();
    expect(await put({ contentType: "video/webm", checksum: true })).toEqual({
      size: bytes.length,
      sha256,
    });
    expect(storage.resumable.chunks).toEqual([CHUNK, CHUNK, 1000]);
    expect(stored()?.type).toBe("video/webm");
    expect(Buffer.from(stored()?.bytes ?? []).equals(bytes)).toBe(true);
  });

  it.each([
    ["a chunk that is lost", [{ status: 502, arrives: "nothing" }], [CHUNK, CHUNK, CHUNK, 1000]],
    ["half a chunk", [{ status: 502, arrives: "half" }], [CHUNK, CHUNK, CHUNK / 2 + 1000]],
    ["a lost answer", [{ status: 504, arrives: "all" }], [CHUNK, CHUNK, 1000]],
    ["another writer", [{ status: 423, arrives: "nothing" }], [CHUNK, CHUNK, CHUNK, 1000]],
    ["an offset that is wrong", [{ status: 409, arrives: "nothing" }], [CHUNK, CHUNK, CHUNK, 1000]],
    ["too many requests", [{ status: 429, arrives: "nothing" }], [CHUNK, CHUNK, CHUNK, 1000]],
  ] as const)("gets over %s, and repeats no more than that", async (_, faults, chunks) => {
    const { storage, stored, put } = resumable();
    storage.faults.push(...faults);
    await put();
    expect(storage.resumable.chunks).toEqual(chunks);
    expect(Buffer.from(stored()?.bytes ?? []).equals(bytes)).toBe(true);
  });

  it("tries each chunk as often as any other", async () => {
    const { storage, stored, put } = resumable();
    const lost = { status: 502, arrives: "nothing" } as const;
    storage.faults.push(lost, lost, null, lost, lost);
    await put();
    expect(storage.resumable.chunks).toHaveLength(7);
    expect(Buffer.from(stored()?.bytes ?? []).equals(bytes)).toBe(true);
  });

  it.each([404, 410])(
    "begins again where its address is not known any more (%i)",
    async (status) => {
      const { storage, stored, put } = resumable();
      storage.faults.push(null, { status, arrives: "nothing" });
      await put();
      expect(storage.resumable.chunks).toEqual([CHUNK, CHUNK, CHUNK, CHUNK, 1000]);
      expect(Buffer.from(stored()?.bytes ?? []).equals(bytes)).toBe(true);
    },
  );

  it("tells of each chunk on its way, and stops where that throws", async () => {
    const { storage, put } = resumable();
    const passed: number[] = [];
    const hear = (size: number) => {
      if (passed.length === 2) throw new Error("nobody wants it");
      passed.push(size);
    };
    await expect(put({ checksum: true, passed: hear })).rejects.toThrow("nobody wants it");
    expect(passed).toEqual([CHUNK, CHUNK]);
    expect(storage.resumable.chunks).toEqual([CHUNK, CHUNK]);
    expect([storage.resumable.uploads.size, storage.objects.size]).toEqual([0, 0]);
  });

  it("is done where the last answer was lost", async () => {
    const { storage, stored, put } = resumable();
    storage.faults.push(null, null, { status: 502, arrives: "all, and is an object" });
    expect(await put({ checksum: true })).toEqual({ size: bytes.length, sha256 });
    expect(storage.resumable.chunks).toHaveLength(3);
    expect(Buffer.from(stored()?.bytes ?? []).equals(bytes)).toBe(true);
  });

  it("is not done where all bytes are there and no object was made of them", async () => {
    const { storage, stored, put } = resumable();
    storage.faults.push(null, null, { status: 500, arrives: "all" });
    await put();
    expect(storage.resumable.chunks).toHaveLength(6);
    expect(Buffer.from(stored()?.bytes ?? []).equals(bytes)).toBe(true);
  });
});

describe("an upload in chunks that cannot be", () => {
  it.each([
    [502, "a gateway"],
    [200, "a page for every address"],
  ])("is given up after a while, and leaves nothing behind: %i of %s", async (status) => {
    const { storage, stored, put } = resumable();
    const lost = { status, arrives: "nothing" } as const;
    storage.faults.push(lost, lost, lost);
    await expect(put()).rejects.toThrow(StoreUnreachable);
    expect(storage.resumable.chunks).toHaveLength(3);
    expect([storage.resumable.uploads.size, stored()]).toEqual([0, undefined]);
  });

  it("is begun no more than three times", async () => {
    const { storage, put } = resumable();
    storage.faults.push(
      ...Array.from({ length: 9 }, () => ({ status: 410, arrives: "nothing" }) as const),
    );
    await expect(put()).rejects.toThrow(StoreUnreachable);
    expect(storage.faults).toHaveLength(6);
  });

  it("is not taken for done because something else lies there", async () => {
    const { storage, key, put } = resumable();
    storage.objects.set(`recordings/${key}`, { bytes: new Uint8Array(5), type: "a/b" });
    await expect(put()).rejects.toThrow(StoreUnreachable);
  });

  it("is refused before a byte was sent where it is too large", async () => {
    const { storage, put } = resumable();
    storage.limit.bytes = bytes.length - 1;
    await expect(put()).rejects.toThrow(TooLargeForStore);
    storage.limit.bytes = bytes.length;
    await expect(put({ maxBytes: bytes.length - 1 })).rejects.toThrow(ObjectTooLarge);
    expect(storage.resumable.chunks).toEqual([]);
    expect(storage.asked).toHaveLength(1);
  });

  it.each([
    ["with a key nobody knows", { secretKey: "nonsense" }],
    ["into a bucket that is gone", { bucket: "another" }],
    ["to where nobody is", { url: "http://127.0.0.1:1" }],
  ])("%s is out of reach", async (_, wrong) => {
    await expect(resumable(wrong).put()).rejects.toThrow(StoreUnreachable);
  });
});

describe("a store whose project takes small requests and large files", () => {
  async function projectWith(request: number) {
    const storage = standIn();
    storage.limit.request = request;
    const told: string[] = [];
    const log = { warn: (words: unknown) => void told.push(String(words)) };
    const store = await openSupabaseStore({ ...storage, bucket: "recordings", pauses, log });
    return { storage, store, told };
  }
  const large = new Blob([new Uint8Array(20 * MIB).fill(7)]);

  it("keeps a large file as one object, to which there is a link", async () => {
    const { storage, store, told } = await projectWith(16 * MIB);
    const [key, next] = [newKey(), newKey()];
    await store.put(key, large);
    expect(told).toEqual([expect.stringMatching(/refused a request of 20 MB.* 16 MB .*Settings/)]);
    await store.put(next, large);
    expect([...storage.objects.keys()]).toEqual([`recordings/${key}`, `recordings/${next}`]);
    expect(storage.asked.filter((call) => call.startsWith("POST /object/recordings"))).toHaveLength(
      1,
    );
    expect(await store.size(key)).toBe(large.size);
    expect(await store.link(key, 60)).toContain(key);
    expect(told).toHaveLength(1);
  });
});

describe("a store whose request broke on its way", () => {
  const open = async () => {
    const storage = standIn();
    const store = await openSupabaseStore({ ...storage, bucket: "recordings", pauses });
    return { storage, store, key: newKey() };
  };

  it("sends a file again in chunks", async () => {
    const { storage, store, key } = await open();
    storage.faults.push({ status: 502, arrives: "half" });
    expect(await store.put(key, file, { checksum: true })).toEqual({ size: bytes.length, sha256 });
    expect(storage.resumable.chunks).toEqual([CHUNK, CHUNK, 1000]);
    expect(await store.size(key)).toBe(bytes.length);
  });

  it("sends it no second time where only the answer was lost", async () => {
    const { storage, store, key } = await open();
    storage.faults.push({ status: 502, arrives: "all, and is an object" });
    expect(await store.put(key, file, { checksum: true })).toEqual({ size: bytes.length, sha256 });
    expect(storage.resumable.chunks).toEqual([]);
  });

  it("says so where it was a stream, or no more than a chunk", async () => {
    const { storage, store, key } = await open();
    for (const body of [file.stream(), file.slice(0, CHUNK)]) {
      storage.faults.push({ status: 502, arrives: "nothing" });
      await expect(store.put(key, body)).rejects.toThrow(StoreUnreachable);
    }
    expect(storage.resumable.chunks).toEqual([]);
  });
});
