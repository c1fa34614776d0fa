import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSpool } from "#web/features/recorder/keep/spool.ts";
import { BrowserDatabase } from "./browser-database.ts";

const browser = new BrowserDatabase();
let bytes: number;
/** Chunks from here on find no room. */
let room: number;
let canOpen: boolean;
let asksToKeep: number;

/** The worker of the spool, as far as it counts. */
class Worker extends EventTarget {
  postMessage(ask: { ask: string; chunk?: Blob }, [port]: [MessagePort]) {
    bytes += ask.chunk?.size ?? 0;
    const kept = { bytes, durable: bytes <= room, sha256: "abc" };
    if (!canOpen) port.postMessage({ error: "no place" });
    else port.postMessage({ answer: ask.ask === "open" ? "database" : kept });
  }
  terminate() {}
}

beforeEach(() => {
  [bytes, room, canOpen, asksToKeep] = [0, 100, true, 0];
  for (const [name, value] of Object.entries(browser.globals)) vi.stubGlobal(name, value);
  vi.stubGlobal("Worker", Worker);
  lookLike("Chrome");
});
afterEach(() => {
  for (const store of browser.stores.values()) store.rows = [];
  vi.unstubAllGlobals();
});

const lookLike = (userAgent: string) =>
  vi.stubGlobal("navigator", {
    userAgent,
    storage: { persist: async () => void asksToKeep++ },
  });
const known = {
  ...{ userId: "ada", title: "Demo, 2 Jan", stem: "demo", mime: "video/webm" },
  ...{ hasAudio: true, mayUpload: false },
};
const noted = () => browser.rowsOf("manifests")[0];
const chunk = (text: string) => new Blob([text]);

describe("what is known of a recording while it is made", () => {
  it("is noted before its first byte, and as of every chunk that is safe", async () => {
    const began = Date.now();
    const spool = await createSpool(known);
    expect(noted()).toMatchObject({ ...known, ...{ keeps: "database", bytes: 0, elapsed: 0 } });
    expect(noted()).toMatchObject({ upload: null, sent: false, confirmed: false, sealed: null });
    expect(Date.parse(String(noted()?.startedAt))).toBeGreaterThanOrEqual(began);
    await spool.append(chunk("one"), 500);
    await expect.poll(noted).toMatchObject({ bytes: 3, elapsed: 500 });
    await spool.append(chunk("two"), 1_000);
    await expect.poll(noted).toMatchObject({ bytes: 6, elapsed: 1_000 });
    room = 6;
    await spool.append(chunk("three"), 1_500);
    expect(spool.manifest).toMatchObject({ bytes: 11, elapsed: 1_500 });
    const upload = { url: "/api/uploads/1", recordingId: "r1" };
    await spool.note({ upload, mayUpload: true });
    const safe = { bytes: 6, elapsed: 1_000 };
    expect(noted(), "what was not safe is not said to be").toMatchObject(safe);
    expect([noted(), spool.manifest]).toMatchObject([
      { upload, mayUpload: true },
      { upload, mayUpload: true },
    ]);
  });

  it("is noted once more at its end, and gone when it is thrown away", async () => {
    const spool = await createSpool(known);
    const take = await spool.seal(0);
    expect(noted()).toMatchObject({ elapsed: 0, sealed: { bytes: 0, sha256: "abc" } });
    await take.note({ title: "Launch" });
    expect([noted()?.title, take.manifest.title]).toEqual(["Launch", "Launch"]);
    await take.discard();
    expect(noted()).toBeUndefined();
    const other = await createSpool(known);
    await other.discard();
    expect(noted()).toBeUndefined();
  });

  it("says that it is in memory alone where it has no other place", async () => {
    canOpen = false;
    const spool = await createSpool(known);
    expect([spool.manifest.keeps, noted()?.keeps]).toEqual(["memory", "memory"]);
  });

  it.each([
    ["Chrome", 1],
    ["Firefox", 0],
  ])(
    "lasts longer where %s agrees to that, which is asked without a window",
    async (name, asks) => {
      lookLike(`Mozilla/5.0 ${name}/120`);
      await createSpool(known);
      expect(asksToKeep).toBe(asks);
    },
  );
});
