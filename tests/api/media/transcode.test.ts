import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawContactSheet } from "#api/media/contact-sheet.ts";
import { drawPicture } from "#api/media/picture.ts";
import { prepareVideo } from "#api/media/prepare.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { findFfmpeg, transcode } from "#api/media/transcode.ts";
import { StoreFull } from "#api/platform/objects/store.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

const directory = temporaryDirectory();
const ffmpeg = await findFfmpeg();
const small = { width: 320, height: 240 };

test("without ffmpeg the answer is none, not an error", async () => {
  expect(await findFfmpeg("/no/such/ffmpeg")).toBeNull();
  expect(await findFfmpeg("false")).toBeNull();
});

test.skipIf(!ffmpeg).each([
  ["xvid.avi", "avi", "aac"],
  ["prores.mov", "mov", null],
] as const)("%s becomes what every browser plays", async (name, container, audioCodec) => {
  if (!ffmpeg) return;
  const made = join(directory, `${name}.mp4`);
  const percents: number[] = [];
  await transcode(ffmpeg, videoPath(name), made, {
    ...small,
    container,
    duration: 2,
    onProgress: (percent) => percents.push(percent),
  });
  const prepared = await prepareVideo(made, join(directory, "unused"));
  expect(prepared).toMatchObject({ isNew: false, isPlayable: true, isSeekable: true });
  expect(prepared.probe).toMatchObject({ container: "mp4", videoCodec: "avc", audioCodec });
  expect(percents.length).toBeGreaterThan(0);
});

test.skipIf(!ffmpeg)("a file that ffmpeg cannot read is an error with ffmpeg's words", async () => {
  if (!ffmpeg) return;
  const failing = transcode(ffmpeg, videoPath("xvid.avi"), join(directory, "no.mp4"), {
    ...{ ...small, container: "mkv", duration: 2 },
  });
  await expect(failing).rejects.toBeInstanceOf(BrokenMedia);
  await expect(failing).rejects.toHaveProperty(
    "cause.message",
    expect.stringMatching(/ffmpeg failed: .+/),
  );
});

test("a full disk is no fault of the recording, of which less than all is done until it is", async () => {
  const path = join(directory, "on-a-full-disk");
  const words = "av_interleaved_write_frame(): No space left on device";
  await writeFile(path, `#!/bin/sh\necho out_time_us=9000000\necho "${words}" >&2\nexit 1\n`);
  await chmod(path, 0o755);
  const percents: number[] = [];
  const converting = transcode({ path }, videoPath("xvid.avi"), join(directory, "none"), {
    ...{ ...small, container: "avi", duration: 2 },
    onProgress: (percent) => percents.push(percent),
  });
  await expect(converting).rejects.toBeInstanceOf(StoreFull);
  expect(percents).toEqual([99]);
});

test.each([
  [8000, 8000],
  [8193, 100],
])("a picture of %i × %i is not decoded, whoever asks", async (width, height) => {
  const film = { container: "avi", duration: 2, width, height } as const;
  const nobody = { path: "/no/such/ffmpeg" };
  const made = join(directory, "none");
  await expect(transcode(nobody, videoPath("xvid.avi"), made, film)).rejects.toThrow("8192 × 4320");
  await expect(drawContactSheet(nobody, videoPath("xvid.avi"), made, film)).rejects.toThrow(
    "8192 × 4320",
  );
});

test.skipIf(!ffmpeg)("what was taken in two halves of lines shows no comb of them", async () => {
  if (!ffmpeg) return;
  const [source, made] = [join(directory, "halves.mkv"), join(directory, "whole.mp4")];
  // A white bar on black that has moved on in every other line.
  const bar = "color=white:s=40x96:r=50[b];color=black:s=320x96:r=50[a];[a][b]overlay=x=n*8";
  const halves = [bar, "tinterlace=interleave_top,setfield=tff"].join(",");
  const encoder = "-t 1 -c:v mpeg2video -b:v 6M -flags +ildct+ilme -top 1".split(" ");
  const drawing = ["-f", "lavfi", "-i", halves, ...encoder, source];
  await Bun.spawn([ffmpeg.path, "-loglevel", "error", ...drawing]).exited;
  const film = { container: "mkv", duration: 1, width: 320, height: 96 } as const;
  await transcode(ffmpeg, source, made, film);
  const reading = "-ss 0.4 -frames:v 1 -pix_fmt gray -f rawvideo -".split(" ");
  const reader = Bun.spawn([ffmpeg.path, "-loglevel", "error", "-i", made, ...reading]);
  const picture = Buffer.from(await new Response(reader.stdout).arrayBuffer());
  expect(picture).toHaveLength(320 * 96);
  const isComb = (at: number) => Math.abs((picture[at] ?? 0) - (picture[at + 320] ?? 0)) > 100;
  const middle = 320 * 48;
  const combs = Array.from({ length: 320 }, (_, x) => isComb(middle + x)).filter(Boolean);
  expect([combs.length, picture.subarray(middle).some((light) => light > 200)]).toEqual([0, true]);
});

test.skipIf(!ffmpeg)("the picture that stands for a minute is drawn in little memory", async () => {
  if (!ffmpeg) return;
  const [source, made] = [join(directory, "standing.mp4"), join(directory, "standing.jpg")];
  const drawing = "-f lavfi -i color=gray:s=320x240:r=1/60 -frames:v 2".split(" ");
  await Bun.spawn([ffmpeg.path, "-loglevel", "error", ...drawing, source]).exited;
  await drawPicture(ffmpeg, source, made, {
    ...{ container: "mp4", duration: 120, width: 320, height: 240, at: 12 },
  });
  expect(Bun.file(made).size).toBeGreaterThan(500);
});

test.skipIf(!ffmpeg)("a picture that is larger than its header says is not decoded", async () => {
  if (!ffmpeg) return;
  const large = join(directory, "large.avi");
  const drawing = [
    "-f",
    "lavfi",
    "-i",
    "color=gray:s=8000x8000",
    "-frames:v",
    "1",
    "-c:v",
    "mjpeg",
  ];
  await Bun.spawn([ffmpeg.path, "-loglevel", "error", ...drawing, large]).exited;
  const film = { ...small, container: "avi", duration: 2 } as const;
  const made = join(directory, "none.mp4");
  await expect(transcode(ffmpeg, large, made, film)).rejects.toHaveProperty(
    "cause.message",
    expect.stringContaining("exceeds specified max pixel count"),
  );
  await expect(drawContactSheet(ffmpeg, large, made, film)).rejects.toBeInstanceOf(BrokenMedia);
});
