import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask } from "#web/features/recorder/keep/spool.worker.ts";
import { BrowserDatabase } from "./browser-database.ts";
import { aManifest } from "./manifest.ts";

let browser: BrowserDatabase;
let database: typeof import("#web/features/recorder/keep/database.ts");
let files: typeof import("#web/features/recorder/keep/files.ts");

beforeEach(async () => {
  browser = new BrowserDatabase();
  for (const [name, value] of Object.entries(browser.globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  database = await import("#web/features/recorder/keep/database.ts");
  files = await import("#web/features/recorder/keep/files.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const ids = async () => (await database.listManifests()).map(({ id }) => id);

describe("what is known of recordings", () => {
  it("is listed from the oldest on, and what nobody can read is passed over and stays", async () => {
    for (const [id, startedAt] of [
      ["a", "2026-01-03T00:00:00Z"],
      ["b", "2026-01-01T00:00:00Z"],
      ["c", "2026-01-02T00:00:00Z"],
    ])
      await database.saveManifest(aManifest({ id, startedAt }));
    browser.rowsOf("manifests").push({ id: "d", from: "another version" });
    expect(await ids()).toEqual(["b", "c", "a"]);
    await database.removeManifest("c");
    expect(await ids()).toEqual(["b", "a"]);
    expect(browser.rowsOf("manifests")).toHaveLength(3);
    expect(new Set(browser.durable), "on the disk, and not on its way there").toEqual(
      new Set(["strict"]),
    );
  });

  it("is changed field by field, and what was removed meanwhile stays removed", async () => {
    await database.saveManifest(aManifest({ id: "a" }));
    await Promise.all([
      database.updateManifest("a", { elapsed: 7 }),
      database.updateManifest("a", { bytes: 12 }),
    ]);
    expect(await database.listManifests()).toMatchObject([
      { elapsed: 7, bytes: 12, title: "Demo" },
    ]);
    await database.removeManifest("a");
    await database.updateManifest("a", { elapsed: 8 });
    expect(browser.rowsOf("manifests")).toEqual([]);
  });

  it("is asked for again after the browser refused to open it, and told where it was not kept", async () => {
    browser.refuseOpening = new DOMException("private window", "InvalidStateError");
    await expect(database.listManifests()).rejects.toThrow("private window");
    await database.saveManifest(aManifest());
    expect(await ids()).toEqual(["take"]);
    browser.refuseChange = new DOMException("full", "QuotaExceededError");
    await expect(database.saveManifest(aManifest({ id: "other" }))).rejects.toThrow("full");
    expect(await ids()).toEqual(["take"]);
  });
});

describe("a recording in the browser's database", () => {
  it("is read from any byte to any other, and no more of it than is asked for", async () => {
    const film = "one two three four";
    const file = await files.createDatabaseFile("take");
    const whole = bytesOf(`##${film}##`);
    let at = 0;
    for (const word of ["one ", "two ", "three ", "four"]) {
      // A part of something larger: the rest of that is not kept with it.
      await file.append(whole.subarray(at + 2, at + 2 + word.length), at);
      at += word.length;
    }
    const other = await files.createDatabaseFile("tale");
    await other.append(bytesOf("another"), 0);
    for (let from = 0; from <= film.length; from++)
      for (let to = from; to <= film.length; to++)
        expect(text(await file.read(from, to)), `${from} to ${to}`).toBe(film.slice(from, to));
    browser.read = 0;
    expect(text(await file.read(5, 8))).toBe("wo ");
    expect(browser.read, "one chunk has all of that").toBe(1);
    expect(await (await files.databaseBlob("take")).text()).toBe(film);
  });

  it("begins with nothing of an earlier one, and is gone alone", async () => {
    const earlier = await files.createDatabaseFile("take");
    await earlier.append(bytesOf("earlier and longer"), 0);
    const other = await files.createDatabaseFile("other");
    await other.append(bytesOf("other"), 0);
    await files.createDatabaseFile("take");
    expect((await files.databaseBlob("take")).size).toBe(0);
    expect(await (await files.databaseBlob("other")).text()).toBe("other");
    await database.removeChunks("other");
    expect(browser.rowsOf("chunks")).toEqual([]);
  });

  it("is put together whole where it is larger than what is read at once", async () => {
    const MIB = 1024 * 1024;
    const file = await files.createDatabaseFile("take");
    // One chunk lies across the end of a stretch of eight.
    let at = 0;
    for (const [value, mebibytes] of [5, 4, 1].entries()) {
      await file.append(new Uint8Array(mebibytes * MIB).fill(value), at);
      at += mebibytes * MIB;
    }
    const read = new Uint8Array(await (await files.databaseBlob("take")).arrayBuffer());
    expect(read.length).toBe(10 * MIB);
    const edges = [0, 5, 9, 10].flatMap((edge) => [edge * MIB - 1, edge * MIB]);
    expect(edges.map((edge) => read[edge])).toEqual([undefined, 0, 0, 1, 1, 2, 2, undefined]);
  });

  it("is kept by the worker without a file system, and nothing runs on once it has ended", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: 10_000 });
    vi.stubGlobal("navigator", {});
    let hear: ((event: object) => void) | undefined;
    vi.stubGlobal("addEventListener", (_: string, listener: () => void) => {
      hear = listener;
    });
    await import("#web/features/recorder/keep/spool.worker.ts");
    const call = (ask: Ask) =>
      new Promise((resolve) => {
        const postMessage = ({ answer }: { answer: unknown }) => resolve(answer);
        hear?.({ data: ask, ports: [{ postMessage }] });
      });
    await database.saveManifest(aManifest({ keeps: "database" }));
    expect(await call({ ask: "open", id: "take" })).toBe("database");
    expect(await call({ ask: "append", chunk: new Blob(["film"]) })).toMatchObject({
      durable: true,
    });
    await call({ ask: "seal" });
    expect(vi.getTimerCount()).toBe(0);
    expect(await (await files.databaseBlob("take")).text()).toBe("film");
  });
});
