import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { openMedia } from "#api/media/probe.ts";

interface Changes {
  /** The pictures lie on their side, and the file says so, as phones write it. */
  rotation?: 0 | 90;
  /** Seconds that are added to each time, as in a piece of a longer film. */
  later?: number;
}

/** Writes the pictures of a film into another file, as they are encoded. */
export async function copyPictures(
  source: string,
  path: string,
  { rotation = 0, later = 0 }: Changes,
): Promise<void> {
  using input = await openMedia(source);
  const track = await input.getPrimaryVideoTrack();
  const [codec, decoderConfig] = [await track?.getCodec(), await track?.getDecoderConfig()];
  if (!track || !codec || !decoderConfig) throw new Error("there are pictures");
  const format = codec === "vp8" ? new WebMOutputFormat() : new Mp4OutputFormat();
  const output = new Output({ format, target: new FilePathTarget(path) });
  const copied = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(copied, { rotation });
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.timestamp + later;
    await copied.add(packet.clone({ timestamp }), { decoderConfig });
  }
  await output.finalize();
}
