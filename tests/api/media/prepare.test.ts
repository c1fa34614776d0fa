import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { hasIndex } from "#api/media/layout.ts";
import { planFor } from "#api/media/plan.ts";
import { prepareVideo } from "#api/media/prepare.ts";
import { BrokenMedia, openMedia, probe } from "#api/media/probe.ts";
import { isSeekable, verifyRemux } from "#api/media/remux.ts";
import { copyPictures } from "#tests/support/copied-pictures.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { type VideoName, videoBytes, videoPath } from "#tests/support/videos.ts";

const directory = temporaryDirectory();
const RUNS = Number(process.env.KINORA_FUZZ_RUNS ?? 6);
const made = join(directory, "made");
afterEach(() => rm(made, { force: true }));

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
}

/** A telephone that is held upright writes its pictures lying, and that they are to be turned by a quarter. */
async function turned(name: VideoName): Promise<Uint8Array> {
  const bytes = Buffer.from(await videoBytes(name));
  const matrix = bytes.indexOf("tkhd") + 44;
  for (const [place, value] of [0, 0x10000, 0, -0x10000, 0].entries())
    bytes.writeInt32BE(value, matrix + place * 4);
  return bytes;
}

describe("a file from a browser's recorder", () => {
  it.each([
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

  it("that was made seekable once stays as it is", async () => {
    await prepareVideo(videoPath("recorded.webm"), made);
    const again = await prepareVideo(made, join(directory, "twice"));
    expect(again).toMatchObject({ isNew: false, isPlayable: true, isSeekable: true });
  });
});

describe("a file from elsewhere", () => {
  it.each([
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

  it("that was held upright has the size of what is seen, and keeps it", async () => {
    const lying = await probe(videoPath("h264.mov"));
    const upright = { width: lying.height, height: lying.width };
    const path = await fileOf("upright.mov", await turned("h264.mov"));
    expect(await probe(path)).toMatchObject(upright);
    const prepared = await prepareVideo(path, made);
    expect(prepared).toMatchObject({ isNew: true, probe: upright });
  });

  it.each([
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

  it.each([
    ["recorded.webm", "webm"],
    ["recorded.mp4", "mp4"],
  ] as const)("%s that begins an hour late loses the hour", async (name, container) => {
    await prepareVideo(videoPath(name), made);
    const late = join(directory, "late");
    await copyPictures(made, late, { later: 3600 });
    expect(await hasIndex(late, container)).toBe(true);
    const prepared = await prepareVideo(late, made);
    expect(prepared).toMatchObject({ isNew: true, isSeekable: true, remuxFailure: null });
    expect(prepared.probe.duration).toBeGreaterThan(4.5);
    expect(prepared.probe.duration).toBeLessThan(5);
    using input = await openMedia(made);
    expect(await input.getFirstTimestamp()).toBeLessThan(0.1);
  });

  it("with ten bits or 4:2:2 in its H.264 does not play", async () => {
    const found = await probe(videoPath("h264.mov"));
    expect(planFor({ ...found, container: "mp4" }, true)).toBe("keep");
    for (const profile of ["avc1.6e001e", "avc1.7a001e", "avc3.f4001e"])
      expect(planFor({ ...found, videoCodecString: profile }, true)).toBe("transcode");
  });
});

describe("a broken file", () => {
  it("is refused with a reason and leaves nothing behind", async () => {
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
      if (name === "mov without its index")
        await expect(preparing).rejects.toThrow("its index is missing");
      expect(await Bun.file(made).exists()).toBe(false);
    }
  });

  it("without pictures is called so", async () => {
    const sound = Buffer.from(await videoBytes("xvid.avi"));
    sound.write("txts", sound.indexOf("vids"));
    const preparing = prepareVideo(await fileOf("sound.avi", sound), made);
    await expect(preparing).rejects.toThrow("There is no picture in this file.");
  });

  it.each([
    ["after its first bytes", 64],
    ["after its head", 208],
    ["in the middle of a picture", 300],
  ])("with noise %s is answered, not read for ever", async (_, length) => {
    const whole = await videoBytes("recorded.webm");
    const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251);
    const path = await fileOf("noise.webm", Buffer.concat([whole.slice(0, length), noise]));
    await expect(prepareVideo(path, made)).rejects.toBeInstanceOf(BrokenMedia);
  });

  it("that ends in noise keeps what came before", async () => {
    const whole = await videoBytes("recorded.webm");
    const path = await fileOf("tail.webm", Buffer.concat([whole, new Uint8Array(4096)]));
    const { probe } = await prepareVideo(path, made);
    expect(probe.duration).toBeCloseTo(4.95, 1);
  });

  it("whose pieces claim to be endless, or never to end, is answered", async () => {
    const whole = Buffer.from(await videoBytes("recorded.webm"));
    const cluster = whole.indexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]));
    const sizes = [[0x01, 0, 0, 0, 0, 0, 0, 0], [0x01, ...Array(6).fill(0xff), 0xfe], [0x80]];
    for (const size of sizes) {
      const head = whole.subarray(0, cluster + 4);
      const bytes = Buffer.concat([head, Buffer.from(size), whole.subarray(cluster + 12)]);
      const answer = await prepareVideo(await fileOf("sizes.webm", bytes), made).catch((e) => e);
      expect(answer instanceof BrokenMedia || "probe" in answer, String(answer)).toBe(true);
    }
  });

  it.each(["recorded.webm", "cut-off.webm", "h264.mkv", "recorded.mp4", "h264.mov"])(
    "made of %s, cut off or scrambled anywhere, is answered without reading for ever",
    async (name) => {
      const reader = Bun.spawn(
        [process.execPath, `${import.meta.dirname}/hostile-files.ts`, directory, name],
        { stdin: "pipe", stdout: "pipe", stderr: "pipe" },
      );
      const complaint = new Response(reader.stderr).text();
      const said = await new Response(reader.stdout).text();
      expect(said, await complaint).toBe("answered 660\n");
    },
  );

  /** A film whose tables of samples were written over: the word so many bytes behind a box's name. */
  async function damaged(name: VideoName, box: string, at: number, value: number) {
    const bytes = Buffer.from(await videoBytes(name));
    bytes.writeUInt32BE(value, bytes.indexOf(box) + at);
    return fileOf("damaged", bytes);
  }

  it.each([
    ["stsc", 12, 0],
    ["stsc", 12, 2 ** 31],
    ["stco", 8, 0],
  ])("whose %s contradicts itself is damaged, and no crash", async (box, at, value) => {
    const preparing = prepareVideo(await damaged("spoken.mp4", box, at, value), made);
    await expect(preparing).rejects.toBeInstanceOf(BrokenMedia);
  });

  it.each([
    ["h264.mov", "stts", 16],
    ["spoken.mp4", "stts", 16],
  ] as const)(
    "that says in %s it is longer than 48 hours is not believed",
    async (name, box, at) => {
      const preparing = prepareVideo(await damaged(name, box, at, 2 ** 31), made);
      await expect(preparing).rejects.toThrow("longer than 48 hours");
    },
  );

  it("is answered whatever stands in its tables", async () => {
    const words = fc.record({
      name: fc.constantFrom<VideoName[]>("h264.mov", "spoken.mp4"),
      box: fc.constantFrom("stsc", "stco", "ctts", "stts", "stsz", "stss"),
      word: fc.integer({ min: 2, max: 5 }),
      value: fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.nat(2 ** 31)),
    });
    for (const { name, box, word, value } of fc.sample(words, { seed: 1, numRuns: RUNS })) {
      const source = await damaged(name, box, word * 4, value);
      const answer = await prepareVideo(source, made).catch((error: unknown) => error);
      const isAnswered = answer instanceof BrokenMedia || !(answer instanceof Error);
      expect(isAnswered, `${name} ${box} ${word} ${value}: ${answer}`).toBe(true);
    }
  });

  it("stops being read when nobody wants it any more", async () => {
    const preparing = prepareVideo(videoPath("recorded.webm"), made, {
      signal: AbortSignal.abort(new Error("the recording was deleted")),
    });
    await expect(preparing).rejects.toThrow("the recording was deleted");
  });
});

describe("what takes the place of the original", () => {
  it("must have the same tracks, the same length and an index", async () => {
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
