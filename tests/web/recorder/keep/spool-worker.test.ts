import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask } from "#web/features/recorder/keep/spool.worker.ts";
import type { Answer } from "#web/features/recorder/keep/worker-client.ts";
import { Disk } from "./disk.ts";

function disk(room: number) {
  const whole = new Disk(room);
  vi.stubGlobal("navigator", { storage: whole.storage });
  return whole;
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
    const { files } = disk(1000);
    const call = await startWorker();
    expect(await call({ ask: "open", id: "take" })).toBe("disk");
    const kept = [call(chunk("one ")), call(chunk("two ")), call(chunk("three"))];
    expect(await Promise.all(kept)).toEqual([
      { bytes: 4, durable: true },
      { bytes: 8, durable: true },
      { bytes: 13, durable: true },
    ]);
    expect(files.get("take")?.flushed).toBe(3);
    expect(text(await call({ ask: "read", from: 2, to: 10 }))).toBe("e two th");
    expect(await call({ ask: "is-in-use", id: "take" })).toBe(true);
    const sealed = await call({ ask: "seal" });
    expect(sealed).toMatchObject({ bytes: 13, sha256: sha256("one two three") });
    expect(vi.getTimerCount(), "no sign of life any more").toBe(0);
    expect(await call({ ask: "is-in-use", id: "take" })).toBe(false);
    const late = call({ ask: "read", from: 2, to: 13 });
    await expect(late, "an error, and not fewer bytes than there are").rejects.toThrow("closed");
    await expect(call(chunk("late"))).rejects.toThrow("ended");
    expect(await call({ ask: "hash", blob: new Blob(["a ", "film"]) })).toBe(sha256("a film"));
  });

  it("goes on in memory from the first chunk that finds no room, and is read across the two", async () => {
    const small = disk(6);
    const call = await startWorker();
    await call({ ask: "open", id: "take" });
    expect(await call(chunk("one "))).toEqual({ bytes: 4, durable: true });
    expect(await call(chunk("two "))).toEqual({ bytes: 8, durable: false });
    expect(small.files.get("take")?.truncatedTo, "nothing of half a chunk").toBe(4);
    small.room = 1000;
    const later = await call(chunk("three"));
    expect(later, "or the file would have a hole").toEqual({ bytes: 13, durable: false });
    expect(new TextDecoder().decode(small.files.get("take")?.bytes)).toBe("one ");
    for (const [from, to] of [
      [0, 4],
      [0, 13],
      [2, 6],
      [4, 8],
      [5, 13],
    ] as const)
      expect(text(await call({ ask: "read", from, to }))).toBe("one two three".slice(from, to));
    expect(await call({ ask: "seal" })).toEqual({ bytes: 13, sha256: sha256("one two three") });
  });

  it("is only in memory where there is neither disk nor database, and is whole there", async () => {
    vi.stubGlobal("navigator", {});
    const call = await startWorker();
    expect(await call({ ask: "open", id: "take" })).toBe("memory");
    expect(await call(chunk("all of it"))).toEqual({ bytes: 9, durable: false });
    expect(text(await call({ ask: "read", from: 4, to: 9 }))).toBe("of it");
    expect(await call({ ask: "seal" })).toEqual({ bytes: 9, sha256: sha256("all of it") });
  });

  it("answers what failed with an error, and goes on", async () => {
    disk(1000);
    const call = await startWorker();
    await call({ ask: "open", id: "take" });
    const broken = { arrayBuffer: () => Promise.reject(new Error("unreadable")) };
    await call({ ask: "append", chunk: broken as unknown as Blob }); // one that cannot be read
    expect(await call(chunk("next"))).toEqual({ bytes: 4, durable: true });
    await call({ ask: "seal" });
    await expect(call(chunk("late"))).rejects.toThrow("ended");
    expect(await call({ ask: "hash", blob: new Blob(["next"]) })).toBe(sha256("next"));
  });
});
