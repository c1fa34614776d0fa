import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cutFilm, wantedPassages } from "#api/media/cut/cut-film.ts";
import { hidesFrames } from "#api/media/cut/film-packets.ts";
import { openMedia, probe } from "#api/media/probe.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import { lengthOfCut } from "#contract/timeline.ts";
import {
  makeNumberedFilm,
  picturesOf,
  soundShifts,
  wrongMoments,
} from "#tests/support/numbered-film.ts";
import { videoPath } from "#tests/support/videos.ts";

vi.setConfig({ testTimeout: 300_000 }); // some encoders take a minute for a film on a busy machine

const ffmpeg = await findFfmpeg();
const KEYS = "-g 60 -keyint_min 60";
const WAITING = `-c:v libx264 -preset veryfast -bf 3 -b_strategy 0 ${KEYS} -sc_threshold 0 -c:a aac`;
const AHEAD = `-c:v libaom-av1 -cpu-used 8 -row-mt 1 -crf 20 -b:v 0 -lag-in-frames 25 ${KEYS} -c:a libopus`;
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

const FIXED = `-c:v libx264 -preset veryfast -bf 2 ${KEYS} -c:a aac`;
/** Some pictures are missing here and there, and once a second of them: screens stand still. */
const MISSING = "-vf select=lt(mod(n*37\\,11)\\,6)*not(between(mod(n\\,190)\\,40\\,75)) -vsync vfr";
/** Recorders write when they had a picture: now a little earlier, now a little later. */
const JITTER =
  "-vf settb=1/1000,setpts=N*33+mod(N*7\\,9)+2*mod(N*5\\,3) -enc_time_base 1/1000 -vsync vfr";
const oddFilms = [
  ["AV1 of an unsteady rate", "webm", `${JITTER} ${films[4][2]}`],
  ["VP8 of a variable rate", "webm", `${MISSING} ${films[0][2]}`],
  ["VP9 of a variable rate", "webm", `${MISSING} ${films[2][2]}`],
  ["AV1 of a variable rate", "webm", `${MISSING} ${films[4][2]}`],
  ["H.264 of a variable rate", "mp4", `${MISSING} ${FIXED}`],
  ["AV1 of an encoder that looks ahead", "webm", AHEAD],
  ["VP9 without sound", "webm", `${films[2][2]} -an`],
  ["H.264 without sound", "mp4", `${FIXED} -an`],
] as const;

const LONG = 40;
/** Twenty cuts at arbitrary times, the same ones each time. */
const twenty = (() => {
  let seed = 20261126;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const edges = Array.from({ length: 42 }, () => random()).toSorted((a, b) => a - b);
  // No two edges fall together.
  const times = edges.map((edge, index) => edge * (LONG - 2.2) + index * 0.05);
  return times.flatMap((start, index) => {
    const end = times[index + 1];
    return index % 2 === 0 && end ? [{ start, end }] : [];
  });
})();

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
    expect(made).toEqual(kept);
    const seen = await picturesOf(destination);
    expect(wrongMoments(kept, await picturesOf(source), seen)).toEqual([]);
    expect(isRising(seen.map(({ at }) => at))).toBe(true);
    const shifts = await soundShifts(destination, kept);
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThan(0.03);
    expect((await probe(destination)).duration).toBeCloseTo(lengthOfCut(kept), 0);
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
    expect(made).toEqual([{ start: 8, end: 10 }]);
    const seen = await picturesOf(destination);
    expect(wrongMoments(made, await picturesOf(source), seen)).toEqual([]);
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

describe.skipIf(!ffmpeg)("a cut without an encoder", () => {
  it("asks a browser for the pictures at its edges alone, and for none where they are too many", async () => {
    const source = fileFor("edges", "webm");
    await makeNumberedFilm(source, 4, films[0][2]);
    const shape = { source, container: "webm", directory, ffmpeg: null } as const;
    const order = { ...shape, kept: [{ start: 0.51, end: 4 }] };
    const passages = await wantedPassages(order);
    expect(passages.map((times) => times.length)).toEqual([45]);
    expect(await wantedPassages(order, 45)).toEqual(passages);
    expect(await wantedPassages(order, 44)).toEqual([]);
  });
});

describe.skipIf(!ffmpeg)("a cut of H.264", () => {
  it("is decoded from each key frame on, whatever was decoded before", async () => {
    const [source, destination] = [fileFor("sought", "mp4"), fileFor("sought, cut", "mp4")];
    await makeNumberedFilm(source, 12, films[5][2]);
    const order = { source, container: "mp4", destination, directory, ffmpeg } as const;
    await cutFilm({ ...order, kept });
    const groups = await groupsIn(destination);
    const numbers = (await picturesOf(destination)).map(({ number }) => number);
    const backwards = groups.toReversed();
    const path = fileFor("sought, backwards", "mp4");
    await writeGroups(path, backwards);
    expect((await picturesOf(path)).map(({ number }) => number)).toEqual(
      backwards.flatMap(({ from, packets }) => numbers.slice(from, from + packets.length)),
    );
  });
});

describe.skipIf(!ffmpeg)("twenty cuts at arbitrary times", () => {
  it.each([...films, ...oddFilms])(
    "show the right picture at each moment, with the sound to it: %s",
    async (name, container, encoder) => {
      const source = fileFor(`${name}, twenty`, container);
      const destination = fileFor(`${name}, cut twenty times`, container);
      await makeNumberedFilm(source, LONG, encoder);
      await cutFilm({ source, container, kept: twenty, destination, directory, ffmpeg });
      const seen = await picturesOf(destination);
      expect(wrongMoments(twenty, await picturesOf(source), seen)).toEqual([]);
      expect(isRising(seen.map(({ at }) => at))).toBe(true);
      if (!encoder.includes("-an")) await hearsNoDrift(destination);
    },
  );

  it("part a recording without pictures", async () => {
    const source = fileFor("heard", "webm");
    const destination = fileFor("heard, cut", "webm");
    await makeNumberedFilm(source, LONG, "-vn -c:a libopus");
    const order = { source, container: "webm", destination, directory, ffmpeg } as const;
    expect(await cutFilm({ ...order, kept: twenty })).toEqual(twenty);
    await hearsNoDrift(destination);
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

async function hearsNoDrift(path: string): Promise<void> {
  const shifts = await soundShifts(path, twenty);
  expect(shifts.length).toBeGreaterThan(80);
  expect(Math.max(...shifts.map(Math.abs))).toBeLessThan(0.03);
  const mean = (part: number[]) => part.reduce((sum, shift) => sum + shift, 0) / part.length;
  const half = Math.floor(shifts.length / 2);
  const drift = mean(shifts.slice(half)) - mean(shifts.slice(0, half));
  expect(Math.abs(drift)).toBeLessThan(0.01);
}

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

interface Group {
  from: number;
  packets: EncodedPacket[];
  config: VideoDecoderConfig | null;
}

/** The pictures of a film from key frame to key frame. */
async function groupsIn(path: string): Promise<Group[]> {
  using input = await openMedia(path);
  const track = await input.getPrimaryVideoTrack();
  const groups: Group[] = [];
  let from = 0;
  if (!track) return groups;
  const config = await track.getDecoderConfig();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.type === "key") groups.push({ from, packets: [], config });
    groups.at(-1)?.packets.push(packet);
    from++;
  }
  return groups;
}

async function writeGroups(path: string, groups: readonly Group[]) {
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(path) });
  const track = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(track);
  await output.start();
  let count = 0;
  for (const { packets, config } of groups)
    for (const packet of packets) {
      const placed = packet.clone({ timestamp: count++ / 30, duration: 1 / 30 });
      await track.add(placed, config ? { decoderConfig: config } : undefined);
    }
  await output.finalize();
}
