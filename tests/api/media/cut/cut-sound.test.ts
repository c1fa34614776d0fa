import { join } from "node:path";
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  FilePathTarget,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { expect, test } from "vitest";
import { cutFilm } from "#api/media/cut/cut-film.ts";
import { openMedia } from "#api/media/probe.ts";
import { SILENT_OPUS, SILENT_SECONDS } from "#api/media/speech/opus-packet.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

test("a gap in the sound that begins before a removed part and ends in it takes nothing of what follows", async () => {
  const directory = temporaryDirectory();
  const [source, destination] = [join(directory, "gap.webm"), join(directory, "cut.webm")];
  await writeSound(source, (seconds) => seconds < 0.5 || seconds >= 3);
  const kept = [
    { start: 0, end: 1 },
    { start: 4, end: 6 },
  ];
  await cutFilm({ source, container: "webm", kept, destination, directory, ffmpeg: null });
  const times = await timesOf(destination);
  const heard = (from: number, to: number) => times.filter((at) => at >= from && at < to).length;
  expect([heard(0, 0.5), heard(0.5, 0.99), heard(0.99, 3)]).toEqual([25, 0, 100]);
});

async function writeSound(path: string, isHeard: (seconds: number) => boolean): Promise<void> {
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(path) });
  const track = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(track);
  await output.start();
  const header = Buffer.from("OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0", "latin1");
  const sound = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1, description: header };
  for (let at = 0; at < 10; at += SILENT_SECONDS)
    if (isHeard(at))
      await track.add(new EncodedPacket(SILENT_OPUS, "key", at, SILENT_SECONDS), {
        decoderConfig: sound,
      });
  await output.finalize();
}

async function timesOf(path: string): Promise<number[]> {
  using input = await openMedia(path);
  const track = await input.getPrimaryAudioTrack();
  const times: number[] = [];
  if (!track) return times;
  for await (const { timestamp } of new EncodedPacketSink(track).packets()) times.push(timestamp);
  return times;
}
