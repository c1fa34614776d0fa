import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSpool } from "#web/features/recorder/keep/spool.ts";
import type { Ask } from "#web/features/recorder/keep/spool.worker.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";
import { Disk } from "./disk.ts";
import { aManifest } from "./manifest.ts";

type Hear = (event: { data: Ask; ports: readonly MessagePort[] }) => void;

let disk: Disk;
let workers: InnerWorker[];
let locks: Set<string>;

/** The worker's real code on a turn of its own. Once it is terminated it hears nothing, and nobody hears it. */
class InnerWorker extends EventTarget {
  private isOver = false;
  private readonly ports: MessagePort[] = [];
  private readonly hearing = loadWorker();

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(data: Ask, [port]: [MessagePort]) {
    this.ports.push(port);
    void this.hearing.then((hear) => {
      if (!this.isOver) hear({ data, ports: [port] });
    });
  }

  terminate() {
    this.isOver = true;
    disk.closeAll();
    for (const port of this.ports) port.close();
  }

  die() {
    this.terminate();
    this.dispatchEvent(new Event("error"));
  }
}

async function loadWorker(): Promise<Hear> {
  let hear: Hear | undefined;
  vi.resetModules();
  vi.stubGlobal("addEventListener", (_: string, listener: Hear) => {
    hear = listener;
  });
  await import("#web/features/recorder/keep/spool.worker.ts");
  if (!hear) throw new Error("The worker listens to nobody.");
  return hear;
}

beforeEach(() => {
  [disk, workers, locks] = [new Disk(), [], new Set()];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.stubGlobal("Worker", InnerWorker);
  const request = async (name: string, _: object, run: (lock: object) => unknown) => {
    locks.add(name);
    await run({});
    locks.delete(name);
  };
  const storage = { getDirectory: () => disk.storage.getDirectory() };
  vi.stubGlobal("navigator", { userAgent: "Chrome", locks: { request }, storage });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const known = { ...aManifest(), mayUpload: true };

type Act = "append" | "read" | "seal" | "discard" | "death" | "pause";
const lifetimes = fc.record({
  acts: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Act>("append", "read") },
      { weight: 2, arbitrary: fc.constantFrom<Act>("seal", "pause") },
      { weight: 1, arbitrary: fc.constantFrom<Act>("death", "discard") },
    ),
    { minLength: 3, maxLength: 16 },
  ),
  room: fc.constantFrom(0, 7, 20, 1000),
});

/** A promise that has not settled after so many turns of everything else does not settle any more. */
async function settled<T>(
  promise: Promise<T>,
): Promise<{ value: T } | { error: unknown } | "never"> {
  let outcome: { value: T } | { error: unknown } | "never" = "never";
  promise.then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  for (let turn = 0; turn < 200 && outcome === "never"; turn++) await aTurn();
  return outcome;
}

const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One recording, whose acts begin in this order and overlap as they like. */
class Lifetime {
  text = "";
  /** The number of letters that were said to be kept: a sender reads no further. */
  readable = 0;
  isSealed = false;
  isDiscarded = false;
  readonly waits: Promise<unknown>[] = [];
  readonly reads: { wanted: string; got: Promise<string>; mayFail: boolean }[] = [];
  take: Promise<Take> | null = null;

  constructor(private readonly spool: Awaited<ReturnType<typeof createSpool>>) {}

  async play(act: Act) {
    if (act === "pause") await aTurn();
    else if (act === "append") this.append();
    else if (act === "read") this.read();
    else if (act === "death") workers[0]?.die();
    else if (act === "seal" && !this.isSealed && !this.isDiscarded) this.seal();
    else if (act === "discard" && !this.isDiscarded) this.discard();
  }

  private append() {
    const isOver = this.isSealed || this.isDiscarded;
    const text = `${this.text.length}:${"x".repeat(this.text.length % 5)} `;
    if (!isOver) this.text += text;
    const kept = this.spool.append(new Blob([text]), this.text.length);
    if (isOver) {
      const refused = kept.then(
        () => Promise.reject(new Error("Nothing is kept after the end.")),
        () => {},
      );
      refused.catch(() => {});
      this.waits.push(refused);
      return;
    }
    const told = kept.then(({ bytes }) => {
      this.readable = Math.max(this.readable, bytes);
    });
    this.waits.push(told);
  }

  private read() {
    const to = this.readable;
    const from = Math.floor(to / 3);
    const got = this.spool.read(from, to).then((bytes) => new Response(bytes).text());
    got.catch(() => {});
    this.reads.push({ wanted: this.text.slice(from, to), got, mayFail: this.isDiscarded });
  }

  private seal() {
    this.isSealed = true;
    this.take = this.spool.seal(1000);
    this.waits.push(this.take);
  }

  private discard() {
    this.isDiscarded = true;
    for (const read of this.reads) read.mayFail = true;
    this.waits.push(this.spool.discard());
  }
}

async function live({ acts, room }: { acts: Act[]; room: number }) {
  [disk, workers, locks] = [new Disk(room), [], new Set()];
  const spool = await createSpool(known);
  const life = new Lifetime(spool);
  for (const act of acts) await life.play(act);
  for (const wait of life.waits) expect(await settled(wait)).toHaveProperty("value");
  for (const { wanted, got, mayFail } of life.reads) {
    const outcome = await settled(got);
    if (mayFail && outcome !== "never" && "error" in outcome) continue;
    expect(outcome).toEqual({ value: wanted });
  }
  const take = await life.take;
  if (take && !life.isDiscarded) expect(await take.blob.text()).toBe(life.text);
  if (life.isDiscarded && !life.isSealed) expect([disk.files.size, locks.size]).toEqual([0, 0]);
  workers[0]?.terminate();
}

describe("a recording on this computer, with its real worker", () => {
  it("gives every byte or an error to all who wait, in any order of append, read, seal, discard and death", async () => {
    await fc.assert(fc.asyncProperty(lifetimes, live), { numRuns: 150 });
  }, 120_000);

  it("is read while it is sealed, and afterwards, without a gap", async () => {
    await live({
      acts: [
        "append",
        "append",
        "pause",
        "pause",
        "pause",
        "read",
        "seal",
        "read",
        "read",
        "pause",
        "read",
      ],
      room: 1000,
    });
  });

  it("leaves no failure unheard where it is thrown away while it is sealed", async () => {
    const unheard: unknown[] = [];
    const listen = (error: unknown) => unheard.push(error);
    process.on("unhandledRejection", listen);
    const spool = await createSpool(known);
    await spool.append(new Blob(["one "]), 1);
    const sealing = spool.seal(1);
    await spool.discard();
    expect(await settled(sealing)).toHaveProperty("value");
    for (let turn = 0; turn < 20; turn++) await aTurn();
    process.off("unhandledRejection", listen);
    expect(unheard).toEqual([]);
  });

  it("leaves nobody waiting who reads while it is thrown away", async () => {
    const spool = await createSpool(known);
    await spool.append(new Blob(["one "]), 1);
    const reading = spool.read(0, 4);
    const gone = spool.discard();
    expect(await settled(reading)).toHaveProperty("error");
    expect(await settled(gone)).toHaveProperty("value");
    expect(await settled(spool.read(0, 4))).toHaveProperty("error");
  });
});
