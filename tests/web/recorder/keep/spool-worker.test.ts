import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer, Ask } from "#web/features/recorder/keep/protocol.ts";

/** A disk with room for so many bytes, as browsers give a site one of its own. */
function disk(room: number) {
  const state = { bytes: new Uint8Array(), room, flushed: 0, isOpen: false, truncatedTo: -1 };
  const handle = {
    write(bytes: Uint8Array, { at }: { at: number }) {
      const taken = bytes.subarray(0, Math.max(0, Math.min(bytes.length, state.room - at)));
      if (taken.length === 0) throw new DOMException("full", "QuotaExceededError");
      const longer = new Uint8Array(Math.max(state.bytes.length, at + taken.length));
      longer.set(state.bytes);
      longer.set(taken, at);
      state.bytes = longer;
      return taken.length;
    },
    read(into: Uint8Array, { at }: { at: number }) {
      const found = state.bytes.subarray(at, at + into.length);
      into.set(found);
      return found.length;
    },
    flush: () => void state.flushed++,
    truncate(size: number) {
      state.truncatedTo = size;
      state.bytes = state.bytes.slice(0, size);
    },
    close() {
      state.isOpen = false;
    },
  };
  const file = {
    async createSyncAccessHandle() {
      if (state.isOpen) throw new DOMException("in use", "NoModificationAllowedError");
      state.isOpen = true;
      return handle;
    },
  };
  const folder = { getFileHandle: async () => file };
  const getDirectory = async () => ({ getDirectoryHandle: async () => folder });
  vi.stubGlobal("navigator", { storage: { getDirectory } });
  return state;
}

/** The worker as the page speaks to it. */
async function startWorker() {
  vi.resetModules();
  const hearing: ((event: object) => void)[] = [];
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => hearing.push(listener));
  await import("#web/features/recorder/keep/spool.worker.ts");
  return (ask: Ask) =>
    new Promise<unknown>((resolve, reject) => {
      const postMessage = (answer: Answer) =>
        "error" in answer ? reject(new Error(answer.error)) : resolve(answer.answer);
      for (const hear of hearing) hear({ data: ask, ports: [{ postMessage }] });
    });
}

const chunk = (text: string): Ask => ({ ask: "append", chunk: new Blob([text]) });
const text = (bytes: unknown) =>
  bytes instanceof ArrayBuffer ? new TextDecoder().decode(bytes) : bytes;
const sha256 = (of: string) => new Bun.CryptoHasher("sha256").update(of).digest("hex");

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a recording on this computer", () => {
  it("is kept in order, each chunk safe before it is said to be, and sealed with its checksum", async () => {
    const file = disk(1000);
    const call = await startWorker();
    expect(await call({ ask: "open", id: "take" })).toBe("disk");
    const kept = [call(chunk("one ")), call(chunk("two ")), call(chunk("three"))];
    expect(await Promise.all(kept)).toEqual([
      { bytes: 4, durable: true },
      { bytes: 8, durable: true },
      { bytes: 13, durable: true },
    ]);
    expect(file.flushed).toBe(3);
    expect(text(await call({ ask: "read", from: 2, to: 10 }))).toBe("e two th");
    expect(await call({ ask: "is-in-use", id: "take" })).toBe(true);
    const sealed = await call({ ask: "seal" });
    expect(sealed).toMatchObject({ bytes: 13, sha256: sha256("one two three") });
    expect(vi.getTimerCount(), "no sign of life any more").toBe(0);
    expect(await call({ ask: "is-in-use", id: "take" })).toBe(false);
    expect(await call({ ask: "hash", blob: new Blob(["a ", "film"]) })).toBe(sha256("a film"));
  });

  it("goes on in memory from the first chunk that finds no room, and is read across the two", async () => {
    const file = disk(6);
    const call = await startWorker();
    await call({ ask: "open", id: "take" });
    expect(await call(chunk("one "))).toEqual({ bytes: 4, durable: true });
    expect(await call(chunk("two "))).toEqual({ bytes: 8, durable: false });
    expect(file.truncatedTo, "nothing of half a chunk").toBe(4);
    file.room = 1000;
    const later = await call(chunk("three"));
    expect(later, "or the file would have a hole").toEqual({ bytes: 13, durable: false });
    expect(new TextDecoder().decode(file.bytes)).toBe("one ");
    for (const [from, to] of [
      [0, 4],
      [0, 13],
      [2, 6],
      [4, 8],
      [5, 13],
    ] as const)
      expect(text(await call({ ask: "read", from, to }))).toBe("one two three".slice(from, to));
    const { overflow, ...sealed } = (await call({ ask: "seal" })) as { overflow: Blob }; // its own type
    expect(sealed).toEqual({ bytes: 13, sha256: sha256("one two three") });
    expect(await overflow.text()).toBe("two three");
  });

  it("is only in memory where there is neither disk nor database, and is whole there", async () => {
    vi.stubGlobal("navigator", {});
    const call = await startWorker();
    expect(await call({ ask: "open", id: "take" })).toBe("memory");
    expect(await call(chunk("all of it"))).toEqual({ bytes: 9, durable: false });
    const { overflow } = (await call({ ask: "seal" })) as { overflow: Blob }; // its own type
    expect(await overflow.text()).toBe("all of it");
  });

  it("answers what failed with an error, and goes on", async () => {
    disk(1000);
    const call = await startWorker();
    await call({ ask: "open", id: "take" });
    const broken = { arrayBuffer: () => Promise.reject(new Error("unreadable")) };
    const refused = call({ ask: "append", chunk: broken as unknown as Blob }); // one that cannot be read
    await expect(refused).rejects.toThrow("unreadable");
    expect(await call(chunk("next"))).toEqual({ bytes: 4, durable: true });
    await call({ ask: "seal" });
  });
});
