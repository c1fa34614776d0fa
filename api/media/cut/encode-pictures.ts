import { join } from "node:path";
import type { EncodedPacket, Input, VideoCodec } from "mediabunny";
import { BrokenMedia, openMedia } from "#api/media/probe.ts";
import { type Ffmpeg, runFfmpeg } from "#api/media/transcode.ts";

/** Encoded pictures are joined with copied ones: no picture may wait for a later one. */
const ENCODERS: Partial<Record<VideoCodec, string>> = {
  vp8: "-c:v libvpx -deadline realtime -cpu-used 8 -crf 10 -b:v 4M -auto-alt-ref 0 -lag-in-frames 0",
  vp9: "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -crf 24 -b:v 0 -auto-alt-ref 0 -lag-in-frames 0",
  av1: "-c:v libsvtav1 -preset 12 -crf 30 -svtav1-params pred-struct=1",
  avc: "-c:v libx264 -preset veryfast -tune zerolatency -bf 0 -crf 20",
};

export const canEncode = (codec: VideoCodec) => codec in ENCODERS;

interface Passage {
  codec: VideoCodec;
  config: VideoDecoderConfig;
  /** All packets that a decoder needs, from a key frame on. */
  packets: AsyncIterable<EncodedPacket>;
  /** The packets that are shown before the first wanted one, and how many are wanted then. */
  skip: number;
  stamps: readonly number[];
}

interface EncodedPassage {
  packets: EncodedPacket[];
  /** The parameter sets of this encoder, where the codec keeps them outside of its packets. */
  description: Uint8Array | null;
}

export type Encode = (passage: Passage) => Promise<EncodedPassage>;

/** Some pictures of a film, encoded anew by ffmpeg; each stands at its stamp. */
export async function encodePictures(
  ffmpeg: Ffmpeg,
  directory: string,
  passage: Passage,
): Promise<EncodedPassage> {
  const source = join(directory, "passage.mkv");
  const made = join(directory, "encoded.mkv");
  await writePassage(source, passage);
  Bun.gc(true); // ffmpeg needs the memory that is free now
  const { skip, stamps, codec } = passage;
  const wanted = `select=between(n\\,${skip}\\,${skip + stamps.length - 1})`;
  // A steady rate of its own: the stamps are put back, and SVT-AV1 refuses the 1,000 a second that a short passage suggests.
  const reading = { container: "mkv", duration: 0, reading: ["-r", "30"] } as const;
  await runFfmpeg(ffmpeg, source, reading, [
    ...["-map", "0:v:0", "-an", "-vf", wanted, "-vsync", "passthrough", "-g", "999"],
    ...["-frames:v", String(stamps.length)],
    ...[...(ENCODERS[codec]?.split(" ") ?? []), "-f", "matroska", made],
  ]);
  return readPassage(made, stamps);
}

async function writePassage(path: string, { codec, config, packets }: Passage): Promise<void> {
  const { EncodedVideoPacketSource, FilePathTarget, MkvOutputFormat, Output } = await import(
    "mediabunny"
  );
  const output = new Output({ format: new MkvOutputFormat(), target: new FilePathTarget(path) });
  const track = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(track);
  await output.start();
  // The order of the pictures is enough. Matroska has no room for the time of one that waits half a minute for another.
  let count = 0;
  for await (const packet of packets)
    await track.add(packet.clone({ timestamp: count++ / 30 }), { decoderConfig: config });
  await output.finalize();
}

async function readPassage(path: string, stamps: readonly number[]): Promise<EncodedPassage> {
  const { EncodedPacketSink } = await import("mediabunny");
  using input = await openMedia(path);
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("ffmpeg encoded nothing");
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = stamps[packets.length];
    if (timestamp === undefined) break;
    packets.push(packet.clone({ timestamp }));
  }
  if (packets.length !== stamps.length)
    throw new Error(`ffmpeg encoded ${packets.length} pictures for ${stamps.length}`);
  return { packets, description: descriptionOf(await track.getDecoderConfig()) };
}

/** The pictures that somebody's browser has encoded, in one film behind each other: a packet for each. */
export async function encodedElsewhere(
  encoded: Input,
  codec: VideoCodec,
  { codedWidth, codedHeight }: VideoDecoderConfig,
): Promise<Encode> {
  const { EncodedPacketSink } = await import("mediabunny");
  const track = await encoded.getPrimaryVideoTrack();
  const own = await track?.getDecoderConfig();
  const isAlike = own?.codedWidth === codedWidth && own?.codedHeight === codedHeight;
  if (!track || (await track.getCodec()) !== codec || !isAlike) throw new BrokenMedia(UNFIT);
  const packets = new EncodedPacketSink(track).packets();
  const description = descriptionOf(own);
  return async ({ stamps }) => {
    const taken: EncodedPacket[] = [];
    for (const timestamp of stamps) {
      const { value: packet } = await packets.next();
      const isFit = packet && (taken.length > 0 || packet.type === "key");
      if (!isFit) throw new BrokenMedia(UNFIT);
      taken.push(packet.clone({ timestamp }));
    }
    return { packets: taken, description };
  };
}

const UNFIT = "What the browser sent does not fit this cut. Save again to let it try once more.";

export function descriptionOf(config?: VideoDecoderConfig | null): Uint8Array | null {
  const { description } = config ?? {};
  if (!description) return null;
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
