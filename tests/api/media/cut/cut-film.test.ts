import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EncodedPacketSink } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutFilm } from "#api/media/cut/cut-film.ts";
import { hidesFrames } from "#api/media/cut/hidden-frames.ts";
import { openMedia } from "#api/media/probe.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import { lengthOfCut } from "#contract/timeline.ts";
import {
  makeNumberedFilm,
  picturesOf,
  soundShifts,
  wrongMoments,
} from "#tests/support/numbered-film.ts";
import { videoPath } from "#tests/support/videos.ts";

const ffmpeg = await findFfmpeg();
const KEYS = "-g 60 -keyint_min 60";
const WAITING = `-c:v libx264 -preset veryfast -bf 3 -b_strategy 0 ${KEYS} -sc_threshold 0 -c:a aac`;
const films = [
  [
    "VP8",
    "webm",
    `-c:v libvpx -deadline realtime -cpu-used 8 -b:v 1M -auto-alt-ref 0 ${KEYS} -c:a libopus`,
  ],
  [
    "VP8 whose encoder hides pictures",
    "webm",
    `-c:v libvpx -cpu-used 4 -b:v 300k -auto-alt-ref 1 -lag-in-frames 25 ${KEYS} -c:a libopus`,
  ],
  [
    "VP9",
    "webm",
    `-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -auto-alt-ref 0 -lag-in-frames 0 ${KEYS} -c:a libopus`,
  ],
  [
    "VP9 whose encoder hides pictures",
    "webm",
    `-c:v libvpx-vp9 -deadline good -cpu-used 5 -b:v 300k -auto-alt-ref 1 -lag-in-frames 25 ${KEYS} -c:a libopus`,
  ],
  [
    "AV1, whose encoder hides pictures",
    "webm",
    `-c:v libsvtav1 -preset 12 -crf 40 ${KEYS} -c:a libopus`,
  ],
  ["H.264", "mp4", `-c:v libx264 -preset veryfast -bf 0 ${KEYS} -sc_threshold 0 -c:a aac`],
  ["H.264 with pictures that wait for later ones", "mp4", WAITING],
  [
    "H.264 with open groups",
    "mp4",
    `-c:v libx264 -preset veryfast -bf 3 -b_strategy 0 -x264-params open-gop=1 ${KEYS} -sc_threshold 0 -c:a aac`,
  ],
] as const;

/** Arbitrary edges, one at a key frame, one a moment before, and a removed part within a group of pictures. */
const kept = [
  { start: 0.413, end: 1.207 },
  { start: 1.65, end: 3.9837 },
  { start: 4, end: 5.31 },
  { start: 6.0123, end: 6.5 },
  { start: 7.777, end: 10.0049 },
];

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cut-"));
});
afterAll(() => rm(directory, { recursive: true }));

const fileFor = (name: string, container: string) => join(directory, `${name}.${container}`);

describe.skipIf(!ffmpeg)("a cut of a numbered film", () => {
  it.each(films)("shows the right picture at each moment: %s", async (name, container, encoder) => {
    const source = fileFor(name, container);
    const destination = fileFor(`${name}, cut`, container);
    await makeNumberedFilm(source, 12, encoder);
    const made = await cutFilm({ source, container, kept, destination, directory, ffmpeg });
    expect(made.kept).toEqual(kept);
    const seen = await picturesOf(destination);
    expect(wrongMoments(kept, await picturesOf(source), seen)).toEqual([]);
    expect(isRising(seen.map(({ at }) => at))).toBe(true);
    const shifts = await soundShifts(destination, kept);
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThan(0.03);
    expect(made.duration).toBeCloseTo(lengthOfCut(kept), 3);
  });

  it.each(films.filter(([name]) => name.includes("hide")))(
    "copies no hidden picture of what was removed: %s",
    async (name, container, encoder) => {
      const source = fileFor(`${name}, long`, container);
      const destination = fileFor(`${name}, short`, container);
      await makeNumberedFilm(source, 4, encoder);
      expect(await hiddenIn(source), "the film has some").toBeGreaterThan(0);
      const start = { start: 0, end: 1 };
      await cutFilm({ source, container, kept: [start], destination, directory, ffmpeg });
      expect(await hiddenIn(destination)).toBe(0);
    },
  );

  it("begins and ends at key frames without ffmpeg, and never shows more than was wished", async () => {
    const source = fileFor("plain", "mp4");
    const destination = fileFor("plain, cut", "mp4");
    await makeNumberedFilm(source, 12, WAITING);
    const order = { source, container: "mp4", destination, directory, ffmpeg: null } as const;
    const made = await cutFilm({ ...order, kept });
    expect(made).toEqual({ kept: [{ start: 8, end: 10 }], duration: 2 });
    const seen = await picturesOf(destination);
    expect(wrongMoments(made.kept, await picturesOf(source), seen)).toEqual([]);
    const [nothing] = kept;
    await expect(cutFilm({ ...order, kept: nothing ? [nothing] : [] })).rejects.toThrow(
      "What you keep has none",
    );
    expect(await Bun.file(destination).exists()).toBe(false);
  });

  it("parts the sound of recorders, whose packets are three frames long", async () => {
    const source = fileFor("sixty", "webm");
    const destination = fileFor("sixty, cut", "webm");
    await makeNumberedFilm(source, 12, `-vn -c:a libopus -frame_duration 60`);
    await cutFilm({ source, container: "webm", kept, destination, directory, ffmpeg });
    const shifts = await soundShifts(destination, kept);
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThan(0.02);
  });
});

describe("a file that cannot be cut", () => {
  it("says that it has no index, and writes nothing", async () => {
    const destination = fileFor("none", "webm");
    const source = videoPath("cut-off.webm");
    const order = { source, container: "webm", destination, directory, ffmpeg } as const;
    await expect(cutFilm({ ...order, kept })).rejects.toThrow("has no index");
    expect(await Bun.file(destination).exists()).toBe(false);
  });
});

const isRising = (times: number[]) =>
  times.every((at, index) => index === 0 || at > (times[index - 1] ?? 0));

async function hiddenIn(path: string): Promise<number> {
  using input = await openMedia(path);
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  if (!track || !codec) throw new Error("there are pictures");
  let hidden = 0;
  for await (const { data } of new EncodedPacketSink(track).packets())
    if (hidesFrames(codec, data)) hidden++;
  return hidden;
}
