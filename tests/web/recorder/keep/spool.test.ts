import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSpool, startKeeping } from "#web/features/recorder/keep/spool.ts";
import { reopenTake, takeFrom } from "#web/features/recorder/keep/take.ts";
import { aManifest } from "./manifest.ts";

/** The worker of the spool: its answer, until it dies, and the questions it was asked. */
let answer: (ask: { ask: string; chunk?: Blob; blob?: Blob }) => unknown;
let asked: string[];
let ended: number;
/** The workers that exist, so that they can die. */
let workers: FakeWorker[];

class FakeWorker extends EventTarget {
  isDead = false;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(ask: { ask: string; chunk?: Blob }, [port]: [MessagePort]) {
    asked.push(ask.ask);
    if (this.isDead) return;
    Promise.resolve(ask)
      .then(answer)
      .then(
        (said) => port.postMessage({ answer: said }),
        (error) => port.postMessage({ error: String(error) }),
      );
  }
  die() {
    this.isDead = true;
    this.dispatchEvent(new Event("error"));
  }
  terminate() {
    ended++;
  }
}

/** The locks of the browser: a lock is gone once it was given back. */
let locks: Set<string>;
let files: Map<string, Blob>;
/** The number of times that a file still counts as open. */
let closing: number;

beforeEach(() => {
  [asked, workers, ended] = [[], [], 0];
  [locks, files, closing] = [new Set(), new Map(), 0];
  answer = () => undefined;
  vi.stubGlobal("Worker", FakeWorker);
  const request = async (name: string, _: object, run: (lock: object | null) => unknown) => {
    if (locks.has(name)) return run(null);
    locks.add(name);
    await run({});
    locks.delete(name);
  };
  const folder = {
    getFileHandle: async (id: string) => ({ getFile: async () => files.get(id) }),
    removeEntry: async (id: string) => {
      if (closing-- > 0) throw new DOMException("in use", "NoModificationAllowedError");
      if (!files.delete(id)) throw new DOMException("not there", "NotFoundError");
    },
  };
  const getDirectory = async () => ({ getDirectoryHandle: async () => folder });
  vi.stubGlobal("navigator", {
    userAgent: "Chrome",
    locks: { request },
    storage: { getDirectory },
  });
});
afterEach(() => void vi.unstubAllGlobals());

const known = { ...aManifest(), title: "Demo", hasAudio: false, mayUpload: true };
const chunk = (text: string) => new Blob([text]);

describe("a recording while it is made", () => {
  it("belongs to this tab until it was thrown away, and says what its owner agreed to", async () => {
    answer = ({ ask }) => (ask === "open" ? "disk" : undefined);
    const { manifest, discard } = await createSpool(known);
    expect(manifest).toMatchObject({
      ...{ title: "Demo", userId: "ada", keeps: "disk", mayUpload: true, hasAudio: false },
      ...{ bytes: 0, elapsed: 0, upload: null, sent: false, confirmed: false, sealed: null },
    });
    expect([...locks]).toEqual([`kinora-take-${manifest.id}`]);
    files.set(manifest.id, chunk("bytes"));
    await discard();
    expect(files.size).toBe(0);
    expect(ended).toBe(1);
    await expect.poll(() => locks.size).toBe(0);
  });

  it("is sealed with what lies on the disk and what found no room there", async () => {
    answer = ({ ask }) => {
      if (ask === "open") return "disk";
      if (ask === "append") return kept.shift();
      return { sha256: "abc", bytes: 9 };
    };
    const kept = [
      { bytes: 4, durable: true },
      { bytes: 9, durable: false },
    ];
    const spool = await createSpool(known);
    expect(await spool.append(chunk("one "), 700)).toEqual({ bytes: 4, durable: true });
    expect(spool.manifest).toMatchObject({ bytes: 4, elapsed: 700 });
    expect(await spool.append(chunk("later"), 900)).toEqual({ bytes: 9, durable: false });
    await spool.note({ sent: true });
    files.set(spool.manifest.id, chunk("one "));
    const take = await spool.seal(1500);
    expect(await take.blob.text()).toBe("one later");
    expect(take.blob.type).toBe("video/webm;codecs=vp9");
    expect(take.manifest).toMatchObject({
      ...{ elapsed: 1500, bytes: 9, sent: true },
      sealed: { bytes: 9, sha256: "abc" },
    });
    expect(await take.checksum()).toBe("abc");
    expect(ended).toBe(1);
    expect(locks.size, "it is still this tab's").toBe(1);
    await take.note({ confirmed: true });
    expect(take.manifest).toMatchObject({ sent: true, confirmed: true });
    take.release();
    await expect.poll(() => locks.size).toBe(0);
  });

  it("is read by who sends it, from the worker while it grows, and from the whole afterwards", async () => {
    answer = ({ ask }) => {
      if (ask === "open") return "memory";
      if (ask === "append") return { bytes: 9, durable: false };
      if (ask === "read") return "from the worker";
      return { sha256: "abc", bytes: 9 };
    };
    const keeping = startKeeping(known);
    await keeping.append(chunk("all of it"), 50);
    expect(await keeping.read(0, 3)).toBe("from the worker");
    await keeping.seal(100);
    const bytes = await keeping.read(4, 9);
    expect(await new Response(bytes).text()).toBe("of it");
    expect((await keeping.manifest()).sealed).toEqual({ bytes: 9, sha256: "abc" });
    await keeping.discard();
    await expect.poll(() => locks.size).toBe(0);
  });

  it("is thrown away whether or not it has been closed", async () => {
    answer = () => "memory";
    const keeping = startKeeping(known);
    await keeping.discard();
    await expect.poll(() => locks.size).toBe(0);
  });

  it("whose worker died is whole: what it had confirmed, and every chunk since", async () => {
    answer = ({ ask }) => (ask === "open" ? "disk" : { bytes: 4, durable: true });
    const spool = await createSpool(known);
    await spool.append(chunk("one "), 100);
    const [worker] = workers;
    if (worker) worker.isDead = true; // it still takes what it is given, and answers nothing
    const lost = spool.append(chunk("two "), 200);
    worker?.die();
    expect(await lost).toEqual({ bytes: 8, durable: false });
    expect(await spool.append(chunk("three"), 300)).toEqual({ bytes: 13, durable: false });
    expect(asked.filter((ask) => ask === "append")).toHaveLength(2);
    // The worker may have written more than it said before it died.
    files.set(spool.manifest.id, chunk("one two "));
    const take = await spool.seal(400);
    expect(await take.blob.text()).toBe("one two three");
    expect(take.manifest).toMatchObject({ bytes: 13, sealed: null });
  });
});

describe("what an earlier visit left", () => {
  const left = (fields = {}) => aManifest({ sealed: { bytes: 5, sha256: "abc" }, ...fields });

  it("is opened whole, with the checksum it was sealed with", async () => {
    answer = ({ ask }) => (ask === "is-in-use" ? false : "hashed");
    files.set("take", chunk("bytes"));
    const take = await reopenTake(left());
    expect(await take?.blob.text()).toBe("bytes");
    expect(await take?.checksum()).toBe("abc");
    expect(await reopenTake(left()), "another tab's").toBeNull();
    take?.release();
  });

  it("is hashed anew where a part of it was in the memory of the tab that is gone", async () => {
    answer = ({ ask, blob }) => (ask === "hash" ? `${ask} of ${blob?.size} bytes` : false);
    files.set("take", chunk("byt"));
    const take = await reopenTake(left());
    expect(take?.manifest).toMatchObject({ bytes: 3, sealed: null });
    expect(await take?.checksum()).toBe("hash of 3 bytes");
  });

  it("is left alone, and given back, while another tab writes it", async () => {
    answer = () => true;
    files.set("take", chunk("bytes"));
    expect(await reopenTake(left())).toBeNull();
    await expect.poll(() => locks.size).toBe(0);
  });

  it("is gone from the disk once it was thrown away, also where nothing lay there", async () => {
    let isGivenBack = false;
    const giveBack = () => {
      isGivenBack = true;
    };
    files.set("take", chunk("bytes"));
    await takeFrom(left(), chunk("bytes"), giveBack).discard();
    expect([files.size, isGivenBack]).toEqual([0, true]);
    await takeFrom(left(), chunk("bytes"), giveBack).discard();
  });

  it("goes from the disk as soon as the browser has closed the file of its worker, and stays if it never does", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let givenBack = 0;
    const thrownAway = async () => {
      files.set("take", chunk("bytes"));
      const gone = takeFrom(left(), chunk("bytes"), () => void givenBack++).discard();
      gone.catch(() => {});
      await vi.advanceTimersByTimeAsync(5_000);
      return gone;
    };
    closing = 2;
    await thrownAway();
    expect([files.size, givenBack]).toEqual([0, 1]);
    closing = Number.POSITIVE_INFINITY;
    await expect(thrownAway()).rejects.toThrow("in use");
    expect([files.size, givenBack]).toEqual([1, 1]);
  });
});
