import { afterEach, describe, expect, it, test, vi } from "vitest";
import {
  containerOf,
  fileName,
  fileStem,
  recordingTitle,
} from "#web/features/recorder/keep/file-name.ts";
import { claim } from "#web/features/recorder/keep/take.ts";
import { type HereFacts, roomHere, watchSafety } from "#web/features/recorder/keep/watch-safety.ts";

afterEach(() => void vi.unstubAllGlobals());

const estimating = (...answers: object[]) => {
  const estimate = vi.fn(async () => answers.shift() ?? {});
  vi.stubGlobal("navigator", { storage: { estimate } });
  return estimate;
};

describe("what is safe of a recording", () => {
  const watched = () => {
    const told: HereFacts[] = [];
    return { told, follow: watchSafety("disk", 1000, (facts) => void told.push(facts)) };
  };

  it("is what would survive the browser; the rest is at risk", () => {
    estimating();
    const { told, follow } = watched();
    follow({ bytes: 400, durable: true }, 1000);
    expect(told.at(-1)).toMatchObject({ kept: 400, atRisk: 0, bytesPerSecond: 1000 });
    follow({ bytes: 900, durable: false }, 2000);
    expect(told.at(-1)).toMatchObject({ kept: 400, atRisk: 500, bytesPerSecond: 1000 });
    follow({ bytes: 1800, durable: false }, 3001);
    expect(told.at(-1)).toMatchObject({ kept: 400, atRisk: 1400 });
    expect(told.at(-1)?.bytesPerSecond, "measured from three seconds on").toBeCloseTo(599.8, 1);
  });

  it("asks how much room is left at the beginning and every ten chunks", async () => {
    const estimate = estimating(
      { quota: 1000, usage: 100 },
      { quota: 1000, usage: 1300 },
      { quota: 1000, usage: 400 },
    );
    const { told, follow } = watched();
    await expect.poll(() => told.at(-1)?.roomHere).toBe(900);
    for (let chunk = 1; chunk < 10; chunk++) follow({ bytes: chunk, durable: true }, chunk);
    expect(estimate).toHaveBeenCalledTimes(1);
    follow({ bytes: 10, durable: true }, 10);
    expect(estimate).toHaveBeenCalledTimes(2);
    await expect.poll(() => told.at(-1)?.roomHere, { message: "never less than nothing" }).toBe(0);
    for (let chunk = 11; chunk <= 20; chunk++) follow({ bytes: chunk, durable: true }, chunk);
    await expect.poll(() => told.at(-1)?.roomHere).toBe(600);
    expect(estimate).toHaveBeenCalledTimes(3);
  });

  it("is unknown where the browser does not say", async () => {
    vi.stubGlobal("navigator", {});
    expect(await roomHere()).toBeNull();
    estimating({ usage: 5 });
    expect(await roomHere()).toBeNull();
    vi.stubGlobal("navigator", { storage: { estimate: () => Promise.reject(new Error("no")) } });
    expect(await roomHere()).toBeNull();
    estimating({ quota: 7 });
    expect(await roomHere()).toBe(7);
  });
});

describe("whose a recording is", () => {
  it("is one tab's, until it is given back", async () => {
    const held = new Set<string>();
    const request = async (name: string, _: object, run: (lock: object | null) => unknown) => {
      if (held.has(name)) return run(null);
      held.add(name);
      await run({});
      held.delete(name);
    };
    vi.stubGlobal("navigator", { locks: { request } });
    const giveBack = await claim("a");
    expect(giveBack).toBeTypeOf("function");
    expect(await claim("a")).toBeNull();
    expect(await claim("b")).toBeTypeOf("function");
    giveBack?.();
    await expect.poll(() => held.has("kinora-take-a")).toBe(false);
    expect(await claim("a")).toBeTypeOf("function");
    vi.stubGlobal("navigator", {});
    await expect(claim("a"), "nobody can tell").rejects.toThrow();
  });
});

test("a recording is called by its prefix and its moment, and by what it is", () => {
  const at = new Date(2026, 0, 2, 3, 4, 5);
  expect(fileStem("  Demo ", at)).toBe("Demo-2026-01-02-03-04-05");
  expect(fileStem("  ", at)).toBe("screen-recording-2026-01-02-03-04-05");
  expect(recordingTitle("  Demo ", at)).toBe("Demo, 2 Jan 03:04");
  expect(recordingTitle("  ", at)).toBe("Recording, 2 Jan 03:04");
  expect(fileName({ title: "Demo", mime: "video/mp4;codecs=avc1" })).toBe("Demo.mp4");
  const renamed = { stem: "demo-2026", title: "Launch", mime: "video/webm" };
  expect(fileName(renamed), "whatever people call it later").toBe("demo-2026.webm");
  expect(fileName({ title: "Demo", mime: "video/webm;codecs=vp9,opus" })).toBe("Demo.webm");
  expect([containerOf("video/webm;codecs=vp9"), containerOf("video/mp4")]).toEqual([
    "video/webm",
    "video/mp4",
  ]);
});
