import { describe, expect, it, test } from "vitest";
import { SPARE_SECONDS } from "#api/platform/objects/signed-links.ts";
import { newKey, StoreUnreachable } from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256);
const standIn = () => {
  const storage = startStorage();
  atEndOfFile(storage.stop);
  return storage;
};
const storage = standIn();
const open = ({ url, secretKey } = storage, bucket = "recordings") =>
  openSupabaseStore({ url, secretKey, bucket });

describe("a link to an object", () => {
  it.each(["recordings", "talks & more (1)"])("serves it without our key (%s)", async (bucket) => {
    const store = await open(storage, bucket);
    const key = newKey();
    await store.put(key, bytes);
    const response = await fetch((await store.link(key, 60)) ?? "", {
      headers: { Range: "bytes=0-9" },
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes.subarray(0, 10)));
  });

  it("carries the name of a download, encoded once", async () => {
    const store = await open();
    const key = newKey();
    await store.put(key, bytes);
    const answer = await fetch((await store.link(key, 60, "Größe & 'mehr'.webm")) ?? "");
    expect(answer.headers.get("Content-Disposition")).toBe(
      "attachment; filename=Gr%C3%B6%C3%9Fe%20%26%20'mehr'.webm; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20'mehr'.webm",
    );
  });

  it("is signed once for as long as it is good, whatever it is saved as, and anew after that", async () => {
    const store = await open();
    const key = newKey();
    await store.put(key, bytes);
    const signed = () => storage.asked.filter((call) => call.includes(`sign/recordings/${key}`));
    const first = await store.link(key, 60);
    expect(await store.link(key, 70)).toBe(first);
    expect(await store.link(key, 60, "a.webm")).toContain(first);
    expect(signed()).toHaveLength(1);
    // The first link has less time left than this call wants.
    const longer = await store.link(key, 60 + SPARE_SECONDS + 1);
    expect(longer).not.toBe(first);
    expect(signed()).toHaveLength(2);
  });

  it("is not given again when the object is gone", async () => {
    const store = await open();
    const key = newKey();
    await store.put(key, bytes);
    expect(await store.link(key, 60)).toContain(key);
    await store.remove([key]);
    expect(await store.link(key, 60)).toBeNull();
  });
});

test("all that lies there is told of, whatever a page holds, and what lies in pieces once", async () => {
  const full = standIn();
  const store = await open(full);
  const keys = Array.from({ length: 1001 }, (_, n) => `ab/object-${n}`);
  for (const key of [...keys, "in-pieces.pieces", "in-pieces.1", "in-pieces.2", ".placeholder"])
    full.objects.set(`recordings/${key}`, { bytes, type: "video/webm" });
  const told = store.keys ? await Array.fromAsync(store.keys()) : [];
  expect(told.flat().toSorted()).toEqual([...keys, "in-pieces"].toSorted());
});

test("what is removed is asked for once", async () => {
  const store = await open();
  const [key, gone] = [newKey(), newKey()];
  await store.put(key, bytes);
  const before = storage.asked.length;
  await store.remove([key, gone]);
  // A file that was not there could have pieces.
  expect(storage.asked.slice(before)).toEqual([
    "DELETE /object/recordings",
    `GET /object/authenticated/recordings/${gone}.pieces`,
  ]);
});

describe("a project that is down", () => {
  it.each(["put", "get", "size", "remove", "link", "check"] as const)(
    "says so of %s, and does not call an object missing",
    async (act) => {
      const down = standIn();
      const store = await open(down);
      const key = newKey();
      const acts = {
        put: () => store.put(key, bytes),
        get: () => store.get(key),
        size: () => store.size(key),
        remove: () => store.remove([key]),
        link: () => store.link(key, 60),
        check: () => store.check(),
      };
      for (const status of [503, 404, 401, 429]) {
        down.down.status = status;
        await expect(acts[act]()).rejects.toThrow(StoreUnreachable);
      }
      await down.stop();
      await expect(acts[act]()).rejects.toThrow(StoreUnreachable);
    },
  );

  it("whose bucket is gone has lost no single object", async () => {
    const emptied = standIn();
    const store = await open(emptied);
    emptied.buckets.clear();
    await expect(store.put(newKey(), bytes)).rejects.toThrow(StoreUnreachable);
    await expect(store.check()).rejects.toThrow(/Bucket not found/);
  });

  it("is ready again when it answers", async () => {
    const shaky = standIn();
    const store = await open(shaky);
    shaky.down.status = 502;
    await expect(store.check()).rejects.toThrow(StoreUnreachable);
    shaky.down.status = null;
    await store.check();
  });
});
