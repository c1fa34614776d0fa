import { beforeAll, describe, expect, it, test } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import { PART_BYTES } from "#api/platform/objects/parts.ts";
import { newKey, type ObjectStore, TooLargeForStore } from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { ObjectLimit } from "#api/platform/objects/supabase-limits.ts";
import {
  bucketNamed,
  type StorageStandIn,
  startStorage,
} from "#tests/stand-ins/supabase-storage.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { allowForProcessing, processed, videoForm } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForProcessing();
const MIB = 1024 * 1024;
const LIMIT = 16 * MIB;
const file = Uint8Array.from({ length: 2 * LIMIT + 1000 }, (_, index) => (index * 31) % 251);

async function projectWith(limit: StorageStandIn["limit"], ofBucket?: number) {
  const storage = startStorage();
  atEndOfFile(storage.stop);
  Object.assign(storage.limit, limit);
  if (ofBucket)
    storage.buckets.set("recordings", bucketNamed("recordings", { file_size_limit: ofBucket }));
  const told: string[] = [];
  const log = { warn: (words: unknown) => void told.push(String(words)) };
  const { url, secretKey } = storage;
  const store = await openSupabaseStore({ url, secretKey, bucket: "recordings", log });
  return { storage, store, told };
}

const read = async (store: ObjectStore, key: string, start: number, end: number) => {
  const body = await store.get(key, { start, end });
  return body && Buffer.from(await new Response(body).arrayBuffer());
};

describe.each([
  ["of the project, told", { bytes: LIMIT, isTold: true }, undefined],
  ["of the bucket", { bytes: 1e12, isTold: true }, LIMIT],
  ["of the project, found by a refusal", { bytes: LIMIT, isTold: false }, undefined],
])("a limit %s", (_, limit, ofBucket) => {
  it("is no limit for a file: it is kept as several, is read as one, and goes whole", async () => {
    const { storage, store } = await projectWith(limit, ofBucket);
    const key = newKey();
    const stored = await store.put(key, new Blob([file]), { checksum: true });
    const sha256 = new Bun.CryptoHasher("sha256").update(file).digest("hex");
    expect(stored).toEqual({ size: file.length, sha256 });
    expect(storage.objects.size).toBe(4); // three pieces and their list
    const another = await openSupabaseStore({ ...storage, bucket: "recordings" });
    for (const reader of [store, another]) {
      expect(await reader.size(key)).toBe(file.length);
      for (const [start, end] of [
        [0, 9],
        [LIMIT - 5, LIMIT + 5],
        [LIMIT - 1, file.length - 1],
      ] as const)
        expect((await read(reader, key, start, end))?.equals(file.subarray(start, end + 1))).toBe(
          true,
        );
      expect(await reader.link(key, 60)).toBeNull();
    }
    const signed = storage.asked.filter((call) => call.includes("/object/sign/"));
    expect(signed, "links that Storage was asked for").toEqual([]);
    await another.remove([key, newKey()]);
    expect(storage.objects.size).toBe(0);
  });
});

describe("the operator", () => {
  it("is told at the start what the limit is and where it is raised", async () => {
    const { told } = await projectWith({ bytes: 50 * MIB, isTold: true });
    expect(told).toEqual([expect.stringMatching(/the project takes .* 50 MB\. .*Settings/)]);
    const { told: ofBucket } = await projectWith({ bytes: 1e12, isTold: true }, 30 * MIB);
    expect(ofBucket).toEqual([expect.stringMatching(/bucket recordings takes .* 30 MB/)]);
    expect((await projectWith({ bytes: 1e12, isTold: true })).told).toEqual([]);
  });

  it("is told when it shows only under way, once", async () => {
    const { store, told } = await projectWith({ bytes: LIMIT, isTold: false });
    expect(told).toEqual([]);
    // Two puts at once, so that each is refused; and one that comes after.
    await Promise.all([
      store.put(newKey(), new Blob([file])),
      store.put(newKey(), new Blob([file])),
    ]);
    await store.put(newKey(), new Blob([file]));
    expect(told).toEqual([
      expect.stringMatching(/refused a request of 32 MB.* 16 MB .*Settings/),
      expect.stringMatching(/refused a file of 32 MB.* 16 MB .*Settings/),
    ]);
  });
});

test("a limit that nobody tells is found in steps", async () => {
  const { storage, store, told } = await projectWith({ bytes: LIMIT, isTold: false });
  const large = new Blob([new Uint8Array(51 * MIB)]);
  const key = newKey();
  await store.put(key, large);
  expect(await store.size(key)).toBe(large.size);
  expect(storage.objects.size).toBe(5); // 3 × 16 MB, 3 MB, and their list
  expect(told).toEqual([
    expect.stringMatching(/a request of 51 MB.* 50 MB /),
    expect.stringMatching(/a file of 51 MB.* 50 MB /),
    expect.stringMatching(/a file of 50 MB.* 16 MB /),
  ]);
});

describe("at its edge a limit", () => {
  const limitOf = async (bytes: number | null) => {
    const told: string[] = [];
    const log = { warn: (words: unknown) => void told.push(String(words)) };
    const options = { url: "http://127.0.0.1:1", secretKey: "none", bucket: "recordings", log };
    const settings = bytes === null ? {} : { file_size_limit: bytes };
    return { told, limit: await ObjectLimit.ask(bucketNamed("recordings", settings), options) };
  };
  const REQUEST = 5_000_000_000;

  it.each([
    [null, REQUEST, "request"],
    [null, REQUEST + 1, "resumable"],
    [REQUEST + 9, REQUEST, "request"],
    [REQUEST + 9, REQUEST + 9, "resumable"],
    [REQUEST + 9, REQUEST + 10, "pieces"],
    [LIMIT, LIMIT, "request"],
    [LIMIT, LIMIT + 1, "pieces"],
  ] as const)("of %j lets %i go by %s", async (bytes, size, way) => {
    expect((await limitOf(bytes)).limit.wayOf(size)).toBe(way);
  });

  it("is told where a request could be larger, and refused where a part could", async () => {
    expect((await limitOf(REQUEST)).told).toEqual([]);
    expect((await limitOf(REQUEST - 1)).told).toHaveLength(1);
    expect((await limitOf(PART_BYTES)).told).toHaveLength(1);
    await expect(limitOf(PART_BYTES - 1)).rejects.toThrow(/recording comes in parts of 16 MB/);
  });

  it("goes down by steps that are smaller than what was refused, each way for itself", async () => {
    const { limit, told } = await limitOf(null);
    expect(limit.lower(50 * MIB, "request")).toBe(true);
    expect([limit.most, limit.wayOf(LIMIT + 1)]).toEqual([LIMIT, "resumable"]);
    expect(limit.lower(50 * MIB + 1, "request"), "it is known already").toBe(true);
    expect(told).toHaveLength(1);
    expect(limit.most).toBe(LIMIT);
    expect(limit.lower(LIMIT, "request"), "there is nothing smaller").toBe(false);
    expect(limit.lower(50 * MIB + 1, "resumable")).toBe(true);
    expect([limit.bytes, limit.wayOf(50 * MIB), limit.wayOf(50 * MIB + 1)]).toEqual([
      50 * MIB,
      "resumable",
      "pieces",
    ]);
    expect(told).toHaveLength(2);
  });
});

describe("what fails half-way", () => {
  it("is a file in pieces that nobody wants any more: each chunk was told of on its way", async () => {
    const { storage, store } = await projectWith({ bytes: LIMIT, isTold: true });
    let heard = 0;
    const passed = (size: number) => {
      heard += size;
      if (heard > LIMIT) throw new Error("nobody wants it");
    };
    const put = store.put(newKey(), new Blob([file]), { checksum: true, passed });
    await expect(put).rejects.toThrow("nobody wants it");
    const arrived = storage.asked.filter((call) => call.startsWith("POST /object/recordings/"));
    expect(arrived.length).toBeGreaterThan(1); // the list, and a piece at least
    expect(storage.objects.size).toBe(0);
  });

  it("goes on where a piece broke on its way", async () => {
    const { storage, store } = await projectWith({ bytes: LIMIT, isTold: true });
    const key = newKey();
    // The list comes first.
    storage.faults.push(null, { status: 502, arrives: "half" });
    await store.put(key, new Blob([file]));
    expect((await read(store, key, 0, file.length - 1))?.equals(file)).toBe(true);
    expect(storage.resumable.chunks).toHaveLength(3);
  });

  it("leaves no piece behind", async () => {
    const { storage, store } = await projectWith({ bytes: LIMIT, isTold: true });
    const key = newKey();
    storage.objects.set(`recordings/${key}.2`, { bytes: new Uint8Array(1), type: "a/b" });
    await expect(store.put(key, new Blob([file]))).rejects.toThrow(/already exists/);
    expect(storage.objects.size).toBe(0);
  });

  it("as a stream, which cannot be read again, is refused with the limit", async () => {
    const { storage, store } = await projectWith({ bytes: LIMIT, isTold: true });
    const put = store.put(newKey(), new Blob([file]).stream());
    await expect(put).rejects.toThrow(TooLargeForStore);
    await expect(put).rejects.toMatchObject({ limit: LIMIT });
    expect(storage.objects.size).toBe(0);
  });
});

describe("a recording", () => {
  let app: TestApp;
  let storage: StorageStandIn;
  beforeAll(async () => {
    const project = await projectWith({ bytes: LIMIT, isTold: true });
    storage = project.storage;
    const objects = joinStores([project.store]);
    app = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" }, { objects });
    await app.startJobs();
  });

  it("in a form over the limit is refused with it, and nothing is left", async () => {
    const ada = await app.person();
    const before = storage.objects.size;
    const head = await videoBytes("recorded.webm");
    const large = Buffer.concat([head, Buffer.alloc(LIMIT)]);
    const refused = await ada.call("POST", "/recordings", videoForm(large, "large.webm"));
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({
      code: "storage_limit",
      message: expect.stringMatching(/16 MB.*parts/),
    });
    expect(storage.objects.size).toBe(before);
  });

  it("whose finished file is over the limit is as ready as any, and plays from end to end", async () => {
    const ada = await app.person();
    const avi = Buffer.concat([await videoBytes("xvid.avi"), Buffer.alloc(LIMIT)]);
    const tus = tusClient(app, ada.token);
    const { url, recording: id } = created(await tus.create({ length: avi.length }));
    await tus.patch(url, { offset: 0, bytes: avi });
    expect(await processed(ada, id)).toMatchObject({
      status: "ready",
      failure: null,
      size: avi.length,
    });
    const Range = `bytes=${LIMIT - 9}-${avi.length - 1}`;
    const played = await ada.call("GET", `/recordings/${id}/stream`, undefined, { Range });
    expect(played.status).toBe(206);
    const bytes = Buffer.from(await played.arrayBuffer());
    expect(bytes.equals(avi.subarray(LIMIT - 9))).toBe(true);
  });

  it.each([
    ["video/x-msvideo", true],
    ["application/octet-stream", false],
  ])("of one part, called %j by its sender, is sent as what it is", async (filetype, isKept) => {
    const ada = await app.person();
    const avi = Buffer.from(await videoBytes("xvid.avi"));
    const tus = tusClient(app, ada.token);
    const wishes = { filename: "a.avi", filetype, length: avi.length };
    const { url, recording: id } = created(await tus.create(wishes));
    await tus.patch(url, { offset: 0, bytes: avi });
    const before = [...storage.objects.keys()];
    expect(await processed(ada, id)).toMatchObject({ status: "ready" });
    const sent = await ada.call("GET", `/recordings/${id}/download`);
    const answer = await fetch(sent.headers.get("Location") ?? "");
    expect(answer.headers.get("Content-Type")).toBe("video/x-msvideo");
    expect(Buffer.from(await answer.arrayBuffer()).equals(avi)).toBe(true);
    expect([...storage.objects.keys()].length === before.length).toBe(isKept);
  });
});
