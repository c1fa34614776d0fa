import { join } from "node:path";
import type { EncodedPacket, VideoCodec } from "mediabunny";
import { openMedia } from "#api/media/probe.ts";
import { type Ffmpeg, runFfmpeg } from "#api/media/transcode.ts";

/** Encoded pictures are joined with copied ones: no picture may wait for a later one. */
const ENCODERS: Partial<Record<VideoCodec, string>> = {
  vp8: "-c:v libvpx -deadline realtime -cpu-used 8 -crf 10 -b:v 4M -auto-alt-ref 0 -lag-in-frames 0",
  vp9: "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -crf 24 -b:v 0 -auto-alt-ref 0 -lag-in-frames 0",
  av1: "-c:v libsvtav1 -preset 12 -crf 30 -svtav1-params pred-struct=1",
  avc: "-c:v libx264 -preset veryfast -tune zerolatency -bf 0 -crf 20",
};

export const canEncode = (codec: VideoCodec) => codec in ENCODERS;

export interface Passage {
  codec: VideoCodec;
  config: VideoDecoderConfig;
  /** All packets that a decoder needs, from a key frame on. */
  packets: AsyncIterable<EncodedPacket>;
  /** The packets that are shown before the first wanted one, and how many are wanted then. */
  skip: number;
  stamps: readonly number[];
}

export interface EncodedPassage {
  packets: EncodedPacket[];
  /** The parameter sets of this encoder, where the codec keeps them outside of its packets. */
  description: Uint8Array | null;
}

export type Encode = (passage: Passage, signal?: AbortSignal) => Promise<EncodedPassage>;

/** Some pictures of a film, encoded anew by ffmpeg; each stands at its stamp. */
export async function encodePictures(
  ffmpeg: Ffmpeg,
  directory: string,
  passage: Passage,
  signal?: AbortSignal,
): Promise<EncodedPassage> {
  const source = join(directory, "passage.mkv");
  const made = join(directory, "encoded.mkv");
  await writePassage(source, passage);
  Bun.gc(true); // ffmpeg needs the memory that is free now
  const { skip, stamps, codec } = passage;
  const wanted = `select=between(n\\,${skip}\\,${skip + stamps.length - 1})`;
  // A steady rate of its own: the stamps are put back, and SVT-AV1 refuses the 1,000 a second that a short passage suggests.
  const reading = { container: "mkv", duration: 0, reading: ["-r", "30"] } as const;
  await runFfmpeg(ffmpeg, source, { ...reading, ...(signal && { signal }) }, [
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
  let begin: number | undefined;
  for await (const packet of packets) {
    const isFirst = begin === undefined;
    begin ??= packet.timestamp;
    const timestamp = packet.timestamp - begin;
    await track.add(packet.clone({ timestamp }), isFirst ? { decoderConfig: config } : undefined);
  }
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
  const description = (await track.getDecoderConfig())?.description;
  return { packets, description: description ? bytesOf(description) : null };
}

export function bytesOf(buffer: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(buffer)
    ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    : new Uint8Array(buffer);
}
