import { describe, expect, it } from "vitest";
import { PART_BYTES } from "#api/platform/objects/parts.ts";
import { openS3Store } from "#api/platform/objects/s3.ts";
import type { S3Options } from "#api/platform/objects/s3-requests.ts";
import {
  newKey,
  type ObjectStore,
  StoreFull,
  StoreUnreachable,
} from "#api/platform/objects/store.ts";
import type { Breakage } from "#tests/stand-ins/broken-line.ts";
import { type S3StandIn, startS3 } from "#tests/stand-ins/s3.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const bytes = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256));
const standIn = () => {
  const s3 = startS3();
  atEndOfFile(s3.stop);
  return s3;
};
const shared = standIn();
const open = async (s3 = shared, options: Partial<S3Options> = {}) =>
  openS3Store({
    ...{ endpoint: s3.endpoint, bucket: "recordings", ...s3.keys, prefix: "kinora/" },
    ...{ pauses: [1, 1, 1], ...options },
  });

/** More than two parts. */
const LARGE = 2 * PART_BYTES + 1000;

async function* large(breaksAt = Number.POSITIVE_INFINITY) {
  const chunk = new Uint8Array(1_000_000).fill(7);
  for (let sent = 0; sent < LARGE; sent += chunk.length) {
    if (sent >= breaksAt) throw new Error("the client is gone");
    yield chunk.subarray(0, LARGE - sent);
  }
}

const nothingIn = ({ objects, uploads }: S3StandIn) =>
  expect([...objects.keys(), ...uploads.keys()]).toEqual([]);

describe("what is long", () => {
  it("comes in parts of one size, and is one object of its type", async () => {
    const s3 = standIn();
    const store = await open(s3);
    const key = newKey();
    const stored = await store.put(key, large(), { checksum: true, contentType: "video/webm" });
    expect(stored.size).toBe(LARGE);
    const object = s3.objects.get(`recordings/kinora/${key}`);
    expect(new Bun.CryptoHasher("sha256").update(object?.bytes ?? "").digest("hex")).toBe(
      stored.sha256,
    );
    expect(object?.type).toBe("video/webm");
    expect(s3.asked.filter((call) => call === "PUT part")).toHaveLength(5);
    expect(s3.uploads.size).toBe(0);
  });

  it("leaves no object and no unfinished upload where its sender goes away", async () => {
    const s3 = standIn();
    const store = await open(s3);
    const broken = store.put(newKey(), large(PART_BYTES + 2_000_000));
    await expect(broken).rejects.toThrow("the client is gone");
    expect(s3.asked).toContain("PUT part");
    nothingIn(s3);
  });

  it("is there where only the answer to its end was lost", async () => {
    const s3 = standIn();
    const store = await open(s3);
    Object.assign(s3.refuses, {
      calls: "POST complete",
      times: 1,
      code: "InternalError",
      isDone: true,
    });
    const key = newKey();
    await store.put(key, large());
    expect(await store.size(key)).toBe(LARGE);
  });

  it("is not taken for stored where the service finds out after its good answer that it fails", async () => {
    const s3 = standIn();
    const store = await open(s3);
    Object.assign(s3.refuses, {
      calls: "POST complete",
      times: 9,
      code: "InternalError",
      status: 200,
    });
    await expect(store.put(newKey(), large())).rejects.toThrow(StoreUnreachable);
    nothingIn(s3);
  });
});

describe("patience", () => {
  const key = newKey();
  const calls: [string, (store: Awaited<ReturnType<typeof open>>) => Promise<unknown>][] = [
    ["PUT object", (store) => store.put(newKey(), bytes)],
    ["POST begin", (store) => store.put(newKey(), large())],
    ["PUT part", (store) => store.put(newKey(), large())],
    ["POST complete", (store) => store.put(newKey(), large())],
    ["GET object", async (store) => new Response(await store.get(key)).arrayBuffer()],
    ["HEAD object", (store) => store.size(key)],
    ["GET list", (store) => store.check()],
    ["GET uploads", (store) => store.remove([newKey()])],
    ["DELETE object", (store) => store.remove([newKey()])],
  ];

  it.each(calls)("is had with a service that asks for it at %s", async (call, act) => {
    const s3 = standIn();
    const store = await open(s3);
    await store.put(key, bytes);
    Object.assign(s3.refuses, { calls: call, times: 3, code: "SlowDown" });
    await act(store);
    expect(s3.refuses.times).toBe(0);
  });

  it("has an end, and nothing is kept then", async () => {
    const s3 = standIn();
    const store = await open(s3);
    Object.assign(s3.refuses, { calls: "PUT", times: 99, code: "SlowDown" });
    await expect(store.put(newKey(), large())).rejects.toThrow(/SlowDown/);
    nothingIn(s3);
  });
});

describe("a byte that was changed on its way", () => {
  it("is refused by the service, and sent once more", async () => {
    const s3 = standIn();
    const store = await open(s3);
    s3.changed.bodies = 2;
    const key = newKey();
    await store.put(key, bytes);
    expect(s3.changed.bodies).toBe(0);
    expect(s3.objects.get(`recordings/kinora/${key}`)?.bytes.equals(bytes)).toBe(true);
  });

  it("is never stored, however often it happens", async () => {
    const s3 = standIn();
    const store = await open(s3);
    s3.changed.bodies = 99;
    await expect(store.put(newKey(), bytes)).rejects.toThrow(/SHA256Mismatch/);
    await expect(store.put(newKey(), large())).rejects.toThrow(/SHA256Mismatch/);
    nothingIn(s3);
  });
});

describe("a service that refuses", () => {
  it("is full where its quota is used up", async () => {
    const s3 = standIn();
    const store = await open(s3);
    Object.assign(s3.refuses, { calls: "PUT", times: 1, code: "QuotaExceeded", status: 403 });
    await expect(store.put(newKey(), bytes)).rejects.toThrow(StoreFull);
  });

  it("has lost nothing where the bucket is gone: that is not taken for a missing object", async () => {
    const s3 = standIn();
    const store = await open(s3);
    s3.buckets.clear();
    await expect(store.get(newKey())).rejects.toThrow(StoreUnreachable);
    await expect(store.size(newKey())).rejects.toThrow(StoreUnreachable);
    await expect(store.check()).rejects.toThrow(/NoSuchBucket/);
  });
});

describe("a line that breaks while an object is read", () => {
  it.each<Breakage>(["says nothing", "falls silent half-way", "is cut half-way", "ends half-way"])(
    "is told, and never taken for the end: it %s",
    async (breakage) => {
      const s3 = standIn();
      const [store, hasty] = [await open(s3), await open(s3, { patience: 2000 })];
      const key = newKey();
      await store.put(key, bytes);
      Object.assign(s3.line, { calls: "GET object", breakage });
      const reading = async (from: ObjectStore) =>
        new Response(await from.get(key, { start: 0, end: 99_999 })).arrayBuffer();
      await expect(reading(hasty)).rejects.toThrow();
      s3.line.breakage = null;
      expect(Buffer.from(await reading(store)).equals(bytes)).toBe(true);
    },
  );
});

describe("a link to an object", () => {
  const lifeOf = (link: string) => {
    const { searchParams } = new URL(link);
    const [, y, m, d, time = ""] =
      /^(....)(..)(..)T(.*)Z$/.exec(searchParams.get("X-Amz-Date") ?? "") ?? [];
    const since = Date.parse(`${y}-${m}-${d}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`);
    return (since - Date.now()) / 1000 + Number(searchParams.get("X-Amz-Expires"));
  };

  it("serves it without our key, under the name of a download", async () => {
    const store = await open();
    const key = newKey();
    await store.put(key, bytes, { contentType: "video/webm" });
    const link = await store.link(key, 60, "Größe & 'mehr' (2).webm");
    const answer = await fetch(link ?? "", { headers: { Range: "bytes=0-9" } });
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([206, "video/webm"]);
    expect(answer.headers.get("Content-Disposition")).toBe(
      "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20%27mehr%27%20%282%29.webm",
    );
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(0, 10));
  });

  it("is the same on every process, good for as long as asked and at most an hour more", async () => {
    const [one, other] = [await open(), await open()];
    const key = newKey();
    const link = (await one.link(key, 21_600)) ?? "";
    expect(await other.link(key, 21_600)).toBe(link);
    expect(lifeOf(link)).toBeGreaterThan(21_600 - 1);
    expect(lifeOf(link)).toBeLessThanOrEqual(21_600 + 3600);
  });

  it("is good for no longer than asked, where that is the most", async () => {
    const store = await open();
    const key = newKey();
    await store.put(key, bytes);
    const link = (await store.link(key, 600, undefined, true)) ?? "";
    expect(lifeOf(link)).toBeGreaterThan(299);
    expect(lifeOf(link)).toBeLessThanOrEqual(600);
    expect((await fetch(link)).status).toBe(200);
    const { clock } = shared;
    clock.ahead = 601_000;
    expect((await fetch(link)).status).toBe(403);
    clock.ahead = 0;
  });

  it("leads to the public endpoint, and is signed for that host", async () => {
    const [inside, outside] = [standIn(), standIn()];
    const store = await open(inside, { publicEndpoint: outside.endpoint });
    const key = newKey();
    await store.put(key, bytes);
    outside.objects.set(`recordings/kinora/${key}`, { bytes, type: "video/webm" });
    const link = (await store.link(key, 60)) ?? "";
    expect(new URL(link).origin).toBe(outside.endpoint);
    expect((await fetch(link)).status).toBe(200);
  });

  it("names the bucket before the host, where the service wants it there", async () => {
    const store = await open(shared, { style: "host", endpoint: "http://s3.invalid" });
    expect(await store.link("ab/cd", 60)).toMatch(
      /^http:\/\/recordings\.s3\.invalid\/kinora\/ab\/cd\?X-Amz-Algorithm/,
    );
  });
});

describe("what lies in the bucket", () => {
  it("is told a page at a time, and only what lies under the prefix", async () => {
    const s3 = standIn();
    s3.page.entries = 2;
    const store = await open(s3);
    const keys = [newKey(), newKey(), newKey(), "kinora-odd&name"];
    for (const key of keys) await store.put(key.replace("&name", ""), bytes);
    s3.objects.set("recordings/elsewhere/a", { bytes, type: "" });
    const told = store.keys ? (await Array.fromAsync(store.keys())).flat() : [];
    expect(told.toSorted()).toEqual(keys.map((key) => key.replace("&name", "")).toSorted());
  });
});

describe("uploads that a killed process left", () => {
  const WEEK = 7 * 24 * 3600 * 1000;

  async function left(s3: S3StandIn, key: string, age: number): Promise<string> {
    const id = crypto.randomUUID();
    const begun = new Date(Date.now() - age);
    s3.uploads.set(id, { bucket: "recordings", key, type: "", parts: new Map(), begun });
    return id;
  }

  it("go with the key they were for, and no others do", async () => {
    const s3 = standIn();
    s3.page.entries = 1;
    const store = await open(s3);
    const key = newKey();
    for (let n = 0; n < 2; n++) await left(s3, `kinora/${key}`, 0);
    const kept = [await left(s3, `kinora/${key}0`, 0), await left(s3, key, 0)];
    await store.remove([key]);
    expect([...s3.uploads.keys()].toSorted()).toEqual(kept.toSorted());
  });

  it("are ended after a week where nothing notes them, whoever else uses the bucket", async () => {
    const s3 = standIn();
    const store = await open(s3);
    const [old, noted] = [newKey(), newKey()];
    const ended = await left(s3, `kinora/${old}`, WEEK + 1000);
    const kept = [
      await left(s3, `kinora/${noted}`, WEEK + 1000),
      await left(s3, `kinora/${old}`, WEEK - 60_000),
      await left(s3, `elsewhere/${old}`, 2 * WEEK),
    ];
    await store.endForsaken?.(async (keys) => {
      expect(keys.toSorted()).toEqual([old, noted].toSorted());
      return [noted];
    });
    expect([...s3.uploads.keys()]).not.toContain(ended);
    expect([...s3.uploads.keys()].toSorted()).toEqual(kept.toSorted());
  });
});
