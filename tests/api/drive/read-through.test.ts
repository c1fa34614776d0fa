import { constants, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ReadThrough, type Remote } from "#api/platform/drive/read-through.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const MB = 2 ** 20;

/** A file far away that comes a megabyte at a time, each when it is let. */
function remote(megabytes: number) {
  const whole = Buffer.alloc(megabytes * MB, 7);
  const fetches: { start: number; signal: AbortSignal }[] = [];
  const gate = Promise.withResolvers<void>();
  const file: Remote = {
    key: "far/away",
    size: whole.length,
    async fetch({ start, end }, signal) {
      fetches.push({ start, signal });
      let at = start;
      return new ReadableStream({
        async pull(controller) {
          const isCut = new Promise((resolve) => signal.addEventListener("abort", resolve));
          if (at > start) await Promise.race([gate.promise, isCut]);
          if (signal.aborted) throw signal.reason;
          if (at > end) return controller.close();
          controller.enqueue(whole.subarray(at, Math.min(at + MB, end + 1)));
          at += MB;
        },
      });
    },
  };
  return { file, fetches, all: { start: 0, end: whole.length - 1 }, goOn: gate.resolve };
}

const lengthOf = async (stream: ReadableStream<Uint8Array>) =>
  (await new Response(stream).arrayBuffer()).byteLength;

describe("what is read from far away", () => {
  it("takes no more of this disk than it may; what was asked for longest ago goes first", async () => {
    const directory = temporaryDirectory();
    const cache = new ReadThrough(directory, 3 * MB);
    const { file, fetches, all, goOn } = remote(5);
    goOn();
    expect(await lengthOf(await cache.open(file, all))).toBe(5 * MB);
    expect(readdirSync(directory).sort()).toEqual(["far-away.2", "far-away.3", "far-away.4"]);
    await lengthOf(await cache.open(file, { start: 4 * MB, end: 5 * MB - 1 }));
    expect(fetches).toHaveLength(1);
    await lengthOf(await cache.open(file, { start: 0, end: 9 }));
    expect(fetches.map(({ start }) => start)).toEqual([0, 0]);
  });

  it("is fetched again where its file is gone from this disk", async () => {
    const directory = temporaryDirectory();
    const cache = new ReadThrough(directory, 64 * MB);
    const { file, fetches, all, goOn } = remote(3);
    goOn();
    await lengthOf(await cache.open(file, all));
    rmSync(join(directory, "far-away.1"));
    expect(await lengthOf(await cache.open(file, all))).toBe(3 * MB);
    expect(fetches.map(({ start }) => start)).toEqual([0, MB]);
  });

  it("counts once what two have fetched, because the first left while it was written here", async () => {
    const directory = temporaryDirectory();
    const cache = new ReadThrough(directory, 2 * MB);
    const { file, fetches, all, goOn } = remote(2);
    const leaves = await cache.open(file, all);
    const slow = join(directory, "far-away.1");
    Bun.spawnSync(["mkfifo", slow]);
    const pipe = await open(slow, constants.O_RDWR); // takes less than a block, until it is read
    goOn();
    await expect.poll(() => pipe.read(Buffer.alloc(1), 0, 1)).toMatchObject({ bytesRead: 1 });
    await leaves.cancel();
    rmSync(slow);
    const again = { start: MB, end: 2 * MB - 1 };
    expect(await lengthOf(await cache.open(file, again))).toBe(MB);
    for (let left = MB - 1; left > 0; ) left -= (await pipe.read(Buffer.alloc(left))).bytesRead;
    await pipe.close();
    await lengthOf(await cache.open(file, again)); // the first has ended as well
    expect(await lengthOf(await cache.open(file, all))).toBe(2 * MB);
    expect(fetches.map(({ start }) => start)).toEqual([0, MB]);
  });

  it("comes again once its place on this disk can be made, which failed at first", async () => {
    const place = join(temporaryDirectory(), "data");
    writeFileSync(place, "in the way");
    const cache = new ReadThrough(join(place, "cache"), 64 * MB);
    const { file, all } = remote(1);
    await expect(cache.open(file, all)).rejects.toThrow("ENOTDIR");
    rmSync(place);
    expect(await lengthOf(await cache.open(file, all))).toBe(MB);
  });

  it("goes on for one who watches when another of them leaves, and ends with the last", async () => {
    const cache = new ReadThrough(temporaryDirectory(), 64 * MB);
    const { file, fetches, all, goOn } = remote(3);
    const [leaves, stays] = await Promise.all([cache.open(file, all), cache.open(file, all)]);
    await leaves.cancel();
    expect(fetches.map(({ signal }) => signal.aborted)).toEqual([false]);
    goOn();
    expect(await lengthOf(stays)).toBe(3 * MB);
    expect(fetches).toHaveLength(1);

    const other = remote(3);
    const only = await new ReadThrough(temporaryDirectory(), 64 * MB).open(other.file, other.all);
    await only.cancel();
    expect(other.fetches.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  it("is not asked for again by one who leaves while they wait for the next of it", async () => {
    const { file, fetches, all } = remote(20);
    const reader = (
      await new ReadThrough(temporaryDirectory(), 64 * MB).open(file, all)
    ).getReader();
    await reader.read();
    const next = reader.read();
    await reader.cancel();
    expect((await next).done).toBe(true);
    await expect.poll(() => fetches.map(({ signal }) => signal.aborted)).toEqual([true]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetches).toHaveLength(1);
  });
});
