import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareVideo } from "#api/media/prepare.ts";
import { CannotConvert, findFfmpeg, transcode } from "#api/media/transcode.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

const directory = temporaryDirectory();
const ffmpeg = await findFfmpeg();

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
    container: "mkv",
    duration: 2,
  });
  await expect(failing).rejects.toThrow(/ffmpeg failed: .+/);
  await expect(failing).rejects.toBeInstanceOf(CannotConvert);
});
