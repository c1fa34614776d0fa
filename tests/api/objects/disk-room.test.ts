import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDiskStore } from "#api/platform/objects/disk.ts";
import { checkRoom, LEAST_BYTES, PromisedRoom, roomOn } from "#api/platform/objects/disk-room.ts";
import { newKey, StoreFull } from "#api/platform/objects/store.ts";
import { inWorkRoom, needRoom } from "#api/platform/work-room.ts";
import { aDiskOf } from "#tests/support/small-disk.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const MB = 1024 * 1024;
const PART = 16 * MB;

/** A body that comes when it is let go, as a request's does. */
async function* onceLetGo(go: Promise<void>, bytes: number) {
  await go;
  yield new Uint8Array(bytes);
}

const outcomesOf = (ends: PromiseSettledResult<unknown>[]) =>
  ends.map((end) => (end.status === "fulfilled" ? "kept" : end.reason));

describe("parts that come together", () => {
  it("are refused where what was promised to those before them needs the rest", async () => {
    const directory = temporaryDirectory();
    const store = await openDiskStore(directory, aDiskOf(100 * MB, directory));
    const { promise: go, resolve: letGo } = Promise.withResolvers<void>();
    const puts = Array.from({ length: 40 }, () =>
      store.put(newKey(), onceLetGo(go, PART), { expected: PART }),
    );
    const ends = Promise.allSettled(puts);
    letGo();
    const outcomes = outcomesOf(await ends);
    const kept = outcomes.filter((outcome) => outcome === "kept");
    expect(kept.length, "as many as fit").toBeGreaterThanOrEqual(1);
    expect(kept.length * PART, "and no more").toBeLessThanOrEqual(100 * MB);
    for (const outcome of outcomes)
      if (outcome !== "kept") expect(outcome).toBeInstanceOf(StoreFull);
    expect(await readdir(join(directory, ".incoming"))).toEqual([]);
  });

  it("see each other also where nobody said how much would come", async () => {
    const directory = temporaryDirectory();
    const store = await openDiskStore(directory, aDiskOf(40 * MB, directory));
    async function* dripping() {
      for (let sent = 0; sent < 16; sent++) yield new Uint8Array(MB);
    }
    const ends = await Promise.allSettled(
      Array.from({ length: 12 }, () => store.put(newKey(), dripping())),
    );
    const kept = outcomesOf(ends).filter((outcome) => outcome === "kept");
    expect(kept.length * PART).toBeLessThanOrEqual(40 * MB);
  });

  it("leave the promise behind when they are kept, refused or cut off", async () => {
    const directory = temporaryDirectory();
    const options = { reserve: 0 };
    const store = await openDiskStore(directory, options);
    await store.put(newKey(), new Uint8Array(MB));
    async function* cutOff() {
      yield new Uint8Array(1);
      throw new Error("the sender is gone");
    }
    const most = roomOn(directory, options);
    await expect(store.put(newKey(), cutOff(), { expected: most / 2 })).rejects.toThrow("gone");
    await expect(store.put(newKey(), cutOff(), { expected: most * 2 })).rejects.toThrow(StoreFull);
    expect(roomOn(directory, options)).toBeGreaterThan(most * 0.75);
  });
});

describe("a promise", () => {
  it("takes the last byte of the room, and none that is kept free or promised", () => {
    const others = MB - roomOn("", { reserve: 0, free: () => MB }); // what is promised elsewhere
    const options = { reserve: 10, free: () => 110 + others };
    using first = new PromisedRoom("", () => 0, options);
    first.need(60);
    using second = new PromisedRoom("", () => 0, options);
    expect(() => second.need(41)).toThrow(StoreFull);
    expect(() => second.need(30, 11)).toThrow(StoreFull);
    second.need(30, 10);
    second.need(40);
    expect(roomOn("", options)).toBe(0);
    first[Symbol.dispose]();
    expect(roomOn("", options)).toBe(60);
  });

  it("is for what is still to come, however much of it lies there already", () => {
    let written = 0;
    using room = new PromisedRoom(temporaryDirectory(), () => written, { reserve: 0 });
    room.need(MB);
    expect(room.left()).toBe(MB);
    for (written = MB; written <= 4 * MB; written += MB) {
      expect(room.left()).toBe(0);
      room.need(MB);
      expect(room.left(), `behind ${written} bytes`).toBe(MB);
    }
    written -= MB / 2;
    room.need(MB / 4);
    expect(room.left(), "what was promised before is enough").toBe(MB / 2);
  });
});

describe("a piece of work", () => {
  it("is promised its room until it ends, less what it has written", async () => {
    const workDirectory = temporaryDirectory();
    const place = { workDirectory, objects: { room: async () => null } };
    const half = Math.floor(roomOn(workDirectory) / 2);
    await inWorkRoom(place, "some-work", async (directory) => {
      const before = roomOn(workDirectory);
      using _room = await needRoom(place, { path: directory, bytes: half });
      expect(roomOn(workDirectory)).toBeLessThan(before - half * 0.75);
      await expect(needRoom(place, { path: directory, bytes: half * 1.5 })).rejects.toThrow(
        StoreFull,
      );
      const promised = roomOn(workDirectory);
      await mkdir(join(directory, "deep"));
      await writeFile(join(directory, "deep", "file"), new Uint8Array(PART));
      // The bytes of this work are in what the disk says now: counted twice they would be missing twice.
      expect(Math.abs(roomOn(workDirectory) - promised)).toBeLessThan(half * 0.25);
    });
    expect(roomOn(workDirectory)).toBeGreaterThan(half * 1.5);
  });
});

describe("a disk with hardly any room", () => {
  it("says so, and how little is left", async () => {
    const free = (bytes: number) => () => bytes;
    await expect(checkRoom("/anywhere", free(LEAST_BYTES))).resolves.toBeUndefined();
    await expect(checkRoom("/anywhere", free(LEAST_BYTES - 1))).rejects.toThrow(
      "Its disk has 47 MB left, and needs 48",
    );
  });
});
