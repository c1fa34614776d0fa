import { SILENT_OPUS, SILENT_SECONDS, secondsOfOpus } from "./opus-packet.ts";
import { type SoundTrack, secondsOfAac } from "./sound-track.ts";
import type { Span } from "./voice-spans.ts";

export interface CutPart {
  /** The time in the recording at which the first packet sounds: second zero of the part. */
  start: number;
  seconds: number;
}

export const extensionOfPart = ({ codec }: SoundTrack) => (codec === "opus" ? "webm" : "m4a");

/**
 * The packets of a stretch in a file of their own, not encoded again. A decoder may count samples instead of
 * reading times, so silence is put in where packets of Opus are missing.
 */
export async function cutPart(
  sound: SoundTrack,
  { start, end }: Span,
  path: string,
): Promise<CutPart | null> {
  const { codec, track } = sound;
  const isOpus = codec === "opus";
  const library = await import("mediabunny");
  const { EncodedAudioPacketSource, EncodedPacket, FilePathTarget, Output } = library;
  // A reader of the file may not be able to go back, so the description of its format comes first.
  const format = isOpus
    ? new library.WebMOutputFormat()
    : new library.Mp4OutputFormat({ fastStart: "in-memory" });
  const output = new Output({ format, target: new FilePathTarget(path) });
  const writer = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(writer);
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  await output.start();
  let first: number | undefined;
  let written = 0;
  const add = async (data: Uint8Array, seconds: number) => {
    await writer.add(new EncodedPacket(data, "key", written, seconds), { decoderConfig });
    written += seconds;
  };
  for await (const packet of sound.packets(start)) {
    const { timestamp, data } = packet;
    if (timestamp >= end) break;
    const seconds = isOpus ? secondsOfOpus(data) : secondsOfAac(packet);
    if (timestamp + seconds <= start) continue;
    first ??= timestamp;
    while (isOpus && timestamp - first - written >= SILENT_SECONDS)
      await add(SILENT_OPUS, SILENT_SECONDS);
    await add(data, seconds);
  }
  if (first === undefined) {
    await output.cancel();
    return null;
  }
  await output.finalize();
  return { start: first, seconds: written };
}
