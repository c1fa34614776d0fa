import { join } from "node:path";
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { expect, test } from "vitest";
import { cutFilm } from "#api/media/cut/cut-film.ts";
import { openMedia, probe } from "#api/media/probe.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

test("a film that was taken upright stands upright when it is cut", async () => {
  const directory = temporaryDirectory();
  const [source, destination] = [join(directory, "upright.mp4"), join(directory, "cut.mp4")];
  await writeTurned(source);
  const { width, height } = await probe(source);
  expect(height).toBeGreaterThan(width);
  const kept = [{ start: 0, end: 1 }];
  await cutFilm({ source, container: "mp4", kept, destination, directory, ffmpeg: null });
  expect(await probe(destination)).toMatchObject({ width, height });
});

/** A film whose pictures lie on their side, and which says so, as phones write it. */
async function writeTurned(path: string): Promise<void> {
  using input = await openMedia(videoPath("h264.mov"));
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error("there are pictures");
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(path) });
  const turned = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(turned, { rotation: 90 });
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets())
    await turned.add(packet, { decoderConfig });
  await output.finalize();
}
