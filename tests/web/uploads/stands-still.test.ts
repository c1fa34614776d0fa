import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { Created, Tus } from "#web/lib/uploads/tus.ts";
import { startUpload } from "#web/lib/uploads/uploader.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Lets so much time pass, and all that follows happen. */
async function goOn(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await new Promise((resolve) => setImmediate(resolve));
}

type Step = "create" | "note" | "ask" | "read" | "send";

/** A server that takes all it is given; a step that is in `mute` is never answered, the first time. */
function sending(mute: Step[]) {
  const asked: Step[] = [];
  const given: AbortSignal[] = [];
  const server = { bytes: 0, length: null as number | null }; // it is told later
  const step = async (name: Step, signal?: AbortSignal) => {
    asked.push(name);
    if (signal) given.push(signal);
    const [silent] = mute;
    if (silent !== name) return;
    mute.shift();
    // As of a request, which ends with its own failure when it is given up.
    await new Promise<never>((_, fail) => signal?.addEventListener("abort", fail));
  };
  const tus: Tus = {
    async create(): Promise<Created> {
      await step("create");
      return { url: "/u/1", recordingId: "r1" };
    },
    async locate(_, signal) {
      await step("ask", signal);
      return { offset: server.bytes, length: server.length };
    },
    async send(_, { offset, body, length }, signal) {
      await step("send", signal);
      server.bytes = offset + (body instanceof Blob ? body.size : body.byteLength);
      server.length = length ?? server.length;
      return server.bytes;
    },
    terminate: async () => {},
  };
  const upload = startUpload({
    tus,
    source: {
      read: async (from, to) => {
        await step("read");
        return new ArrayBuffer(to - from);
      },
    },
    metadata: {},
    onCreated: () => step("note"),
  });
  open.push(upload);
  return { asked, given, upload };
}

const open: { stop(): void }[] = [];
afterEach(() => {
  for (const upload of open.splice(0)) upload.stop();
});

test("a part that is under way is given up when its upload is stopped", async () => {
  const { asked, given, upload } = sending(["send"]);
  upload.ended(500);
  await goOn(0);
  expect([asked.at(-1), given.at(-1)?.aborted]).toEqual(["send", false]);
  upload.stop();
  expect(given.at(-1)?.aborted).toBe(true);
  await goOn(60_000);
  expect(asked.at(-1), "and nothing is asked after it").toBe("send");
});

describe("an upload that stands still", () => {
  it.each<[string, Step]>([
    ["bytes that never come from this computer", "read"],
    ["a part that is never answered", "send"],
  ])("asks the server after 30 seconds and goes on, over %s", async (_, silent) => {
    const { asked, given, upload } = sending([silent]);
    upload.ended(500);
    await goOn(0);
    const before = asked.length;
    await goOn(29_999);
    expect(asked).toHaveLength(before);
    expect(upload.state().finished).toBe(false);
    await goOn(1);
    expect(asked.slice(before)).toEqual(["ask", "read", "send"]);
    expect(upload.state()).toMatchObject({ finished: true, confirmed: 500, failures: 0 });
    expect(vi.getTimerCount(), "timers of what has ended").toBe(0);
    // A request that stood still is let go of.
    if (silent === "send") expect(given[0]?.aborted).toBe(true);
  });

  it("stands still although more is recorded all the while", async () => {
    const { asked, upload } = sending(["send"]);
    upload.grown(200_000_000);
    await goOn(0);
    const before = asked.length;
    await goOn(29_000);
    upload.grown(200_000_001);
    await goOn(1_000);
    upload.grown(200_000_002);
    await goOn(0);
    expect(asked[before]).toBe("ask");
  });

  it("asks again where its question is not answered either, and again", async () => {
    const { asked, upload } = sending(["send", "ask", "ask"]);
    upload.ended(500);
    for (const milliseconds of [0, 30_000, 30_000]) await goOn(milliseconds);
    expect(asked.filter((step) => step === "ask")).toHaveLength(2);
    await goOn(30_000);
    expect(upload.state().finished).toBe(true);
  });

  it("is sent although nobody could note where it went, and is created once", async () => {
    const { asked, upload } = sending(["note"]);
    upload.ended(500);
    await goOn(0);
    await goOn(5_000);
    expect(asked).toEqual(["create", "note", "read", "send"]);
    expect(upload.state().finished).toBe(true);
  });

  it("finds the network by itself where the browser never says that it is back", async () => {
    const { upload } = sending(["send"]);
    upload.ended(500);
    await goOn(0);
    dispatchEvent(new Event("offline"));
    await goOn(30_000);
    expect(upload.state()).toMatchObject({ online: true, finished: true });
  });

  it("heeds the network until it is finished or stopped, and no longer", async () => {
    const heeded = new Set<unknown>();
    const [add, remove] = [addEventListener, removeEventListener];
    vi.stubGlobal("addEventListener", (name: string, heed: () => void) => {
      heeded.add(heed);
      add(name, heed);
    });
    vi.stubGlobal("removeEventListener", (name: string, heed: () => void) => {
      heeded.delete(heed);
      remove(name, heed);
    });
    const { upload } = sending([]);
    const { upload: left } = sending([]);
    expect(heeded.size).toBe(4);
    upload.ended(500);
    await goOn(0);
    expect([upload.state().finished, heeded.size]).toEqual([true, 2]);
    left.stop();
    expect(heeded.size).toBe(0);
    vi.unstubAllGlobals();
  });

  it("is asked about while there is nothing to send, which also says that somebody still records", async () => {
    const { asked, upload } = sending([]);
    upload.grown(1);
    await goOn(2_000);
    upload.grown(2);
    await goOn(0);
    const before = asked.length;
    await goOn(30_000);
    expect(asked.slice(before)).toEqual(["ask"]);
    await goOn(30_000);
    expect(asked.slice(before)).toEqual(["ask", "ask"]);
  });

  it("leaves no timer behind once it is stopped", async () => {
    const { upload } = sending(["send"]);
    upload.ended(500);
    await goOn(0);
    upload.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
