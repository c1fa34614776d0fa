import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { hasIndex } from "#api/media/layout.ts";
import { planFor } from "#api/media/plan.ts";
import { prepareVideo } from "#api/media/prepare.ts";
import { BrokenMedia, probe } from "#api/media/probe.ts";
import { isSeekable, verifyRemux } from "#api/media/remux.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoBytes, videoPath } from "#tests/support/videos.ts";

const directory = temporaryDirectory();
const made = join(directory, "made");
afterEach(() => rm(made, { force: true }));

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
}

describe("a file from a browser's recorder", () => {
  test.each([
    ["recorded.webm", "webm", 4.95, "vp8"],
    ["cut-off.webm", "webm", 6, "vp9"],
    ["recorded.mp4", "mp4", 4.94, "vp9"],
  ] as const)(
    "%s gets an index and keeps all else",
    async (name, container, duration, videoCodec) => {
      expect(await hasIndex(videoPath(name), container)).toBe(false);
      const percents: number[] = [];
      const prepared = await prepareVideo(videoPath(name), made, {
        onProgress: (percent) => percents.push(percent),
      });
      expect(prepared).toMatchObject({
        isNew: true,
        isPlayable: true,
        isSeekable: true,
        remuxFailure: null,
        probe: { container, videoCodec, audioCodec: "opus", width: 1280, height: 720 },
      });
      expect(prepared.probe.duration).toBeCloseTo(duration, 1);
      expect(await hasIndex(made, container)).toBe(true);
      expect(await isSeekable(made, prepared.probe.duration)).toBe(true);
      expect(percents).toEqual(percents.toSorted((one, other) => one - other));
      expect(percents.at(-1)).toBe(100);
    },
  );

  test("that was made seekable once stays as it is", async () => {
    await prepareVideo(videoPath("recorded.webm"), made);
    const again = await prepareVideo(made, join(directory, "twice"));
    expect(again).toMatchObject({ isNew: false, isPlayable: true, isSeekable: true });
  });
});

describe("a file from elsewhere", () => {
  test.each([
    ["h264.mov", "mp4", "avc"],
    ["h264.mkv", "mp4", "avc"],
  ] as const)(
    "%s with codecs that browsers know becomes an %s",
    async (name, container, videoCodec) => {
      const prepared = await prepareVideo(videoPath(name), made);
      expect(prepared).toMatchObject({ isNew: true, isPlayable: true, isSeekable: true });
      expect(prepared.probe).toMatchObject({ container, videoCodec, audioCodec: "aac" });
    },
  );

  test.each([
    ["xvid.avi", "avi", "xvid"],
    ["prores.mov", "mov", "prores"],
  ] as const)("%s is known, and known not to play", async (name, container, videoCodec) => {
    const prepared = await prepareVideo(videoPath(name), made);
    expect(prepared).toMatchObject({
      isNew: false,
      isPlayable: false,
      probe: { container, videoCodec },
    });
    expect(prepared.probe.duration).toBeGreaterThan(0.5);
  });

  test("with ten bits or 4:2:2 in its H.264 does not play", async () => {
    const found = await probe(videoPath("h264.mov"));
    expect(planFor({ ...found, container: "mp4" }, true)).toBe("keep");
    for (const profile of ["avc1.6e001e", "avc1.7a001e", "avc3.f4001e"])
      expect(planFor({ ...found, videoCodecString: profile }, true)).toBe("transcode");
  });
});

describe("a broken file", () => {
  test("is refused with a reason and leaves nothing behind", async () => {
    const whole = await videoBytes("recorded.webm");
    const mov = await videoBytes("h264.mov");
    const files = {
      text: Buffer.from("hello, I am no video at all"),
      empty: new Uint8Array(),
      "header only": whole.slice(0, 300),
      "mov without its index": mov.slice(0, mov.length / 2),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const preparing = prepareVideo(await fileOf("broken", bytes), made);
      await expect(preparing, name).rejects.toBeInstanceOf(BrokenMedia);
      expect(await Bun.file(made).exists()).toBe(false);
    }
  });

  test("that keeps the reader busy for ever is given up", async () => {
    const whole = await videoBytes("recorded.webm");
    const noise = Uint8Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 251);
    const path = await fileOf("endless.webm", Buffer.concat([whole.slice(0, 64), noise]));
    await expect(prepareVideo(path, made, { deadlineMs: 2000 })).rejects.toThrow();
  });

  test("stops being read when nobody wants it any more", async () => {
    const preparing = prepareVideo(videoPath("recorded.webm"), made, {
      signal: AbortSignal.abort(new Error("the recording was deleted")),
    });
    await expect(preparing).rejects.toThrow("the recording was deleted");
  });
});

describe("what takes the place of the original", () => {
  test("must have the same tracks, the same length and an index", async () => {
    const original = await probe(videoPath("recorded.webm"));
    const raw = videoPath("recorded.webm");
    await expect(verifyRemux(raw, original, "webm")).rejects.toThrow("index");
    await expect(verifyRemux(raw, { ...original, duration: 9 }, "webm")).rejects.toThrow(
      "Durations",
    );
    await expect(verifyRemux(raw, { ...original, audioCodec: null }, "webm")).rejects.toThrow(
      "Tracks",
    );
  });
});
