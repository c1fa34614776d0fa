import { join } from "node:path";
import { expect, test } from "vitest";
import { cutFilm } from "#api/media/cut/cut-film.ts";
import { probe } from "#api/media/probe.ts";
import { copyPictures } from "#tests/support/copied-pictures.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

test("a film that was taken upright stands upright when it is cut", async () => {
  const directory = temporaryDirectory();
  const [source, destination] = [join(directory, "upright.mp4"), join(directory, "cut.mp4")];
  await copyPictures(videoPath("h264.mov"), source, { rotation: 90 });
  const { width, height } = await probe(source);
  expect(height).toBeGreaterThan(width);
  const kept = [{ start: 0, end: 1 }];
  await cutFilm({ source, container: "mp4", kept, destination, directory, ffmpeg: null });
  expect(await probe(destination)).toMatchObject({ width, height });
});
