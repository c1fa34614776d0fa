import { join } from "node:path";
import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
} from "mediabunny";
import { openMedia } from "#api/media/probe.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const VP8 = "-c:v libvpx -deadline realtime -cpu-used 8 -b:v 1M -auto-alt-ref 0 -lag-in-frames 0";

/** The pictures of the numbered film as a browser sends them, in VP8: each passage begins with a key frame. */
export async function encodePassages(
  film: Uint8Array,
  passages: readonly number[][],
  filter = "null",
): Promise<Blob> {
  const directory = temporaryDirectory();
  const source = join(directory, "film");
  await Bun.write(source, film);
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const pictures = new EncodedVideoPacketSource("vp8");
  output.addVideoTrack(pictures);
  await output.start();
  let count = 0;
  for (const [index, times] of passages.entries()) {
    const made = join(directory, `${index}.mkv`);
    const [first, last] = [times.at(0), times.at(-1)].map((time = 0) =>
      Math.round(time * 30 - 0.2),
    );
    const wanted = [
      "-an",
      "-vf",
      `select=between(n\\,${first}\\,${last}),${filter}`,
      "-vsync",
      "passthrough",
    ];
    const encode = ["ffmpeg", "-v", "error", "-i", source, ...wanted, ...VP8.split(" ")];
    if ((await Bun.spawn([...encode, "-g", "999", made]).exited) !== 0) throw new Error("ffmpeg");
    using input = await openMedia(made);
    const track = await input.getPrimaryVideoTrack();
    const decoderConfig = await track?.getDecoderConfig();
    if (!track || !decoderConfig) throw new Error("ffmpeg encoded nothing");
    for await (const packet of new EncodedPacketSink(track).packets())
      await pictures.add(packet.clone({ timestamp: count++ / 30 }), { decoderConfig });
  }
  await output.finalize();
  return new Blob([target.buffer ?? ""], { type: "application/octet-stream" });
}
