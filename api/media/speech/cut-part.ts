import {
  EncodedAudioPacketSource,
  EncodedPacket,
  FilePathTarget,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { SILENT_OPUS, SILENT_SECONDS, secondsOfOpus } from "./opus-packet.ts";
import type { SoundTrack } from "./sound-track.ts";
import type { Span } from "./voice-spans.ts";

export interface CutPart {
  /** When its first packet sounds in the recording: what is heard at its zero was said then. */
  start: number;
  seconds: number;
}

/**
 * The packets of a stretch in a file of their own, not encoded again. Whoever decodes it may count samples
 * instead of reading times, so where packets are missing, silence is put in.
 */
export async function cutPart(
  sound: SoundTrack,
  { start, end }: Span,
  path: string,
): Promise<CutPart | null> {
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(path) });
  const writer = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(writer);
  const decoderConfig = (await sound.track.getDecoderConfig()) ?? undefined;
  await output.start();
  let first: number | undefined;
  let written = 0;
  const add = async (data: Uint8Array, seconds: number) => {
    await writer.add(new EncodedPacket(data, "key", written, seconds), { decoderConfig });
    written += seconds;
  };
  for await (const { timestamp, data } of sound.packets(start)) {
    if (timestamp >= end) break;
    const seconds = secondsOfOpus(data);
    if (timestamp + seconds <= start) continue;
    first ??= timestamp;
    while (timestamp - first - written >= SILENT_SECONDS) await add(SILENT_OPUS, SILENT_SECONDS);
    await add(data, seconds);
  }
  if (first === undefined) {
    await output.cancel();
    return null;
  }
  await output.finalize();
  return { start: first, seconds: written };
}
