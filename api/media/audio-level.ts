import type { InputAudioTrack } from "mediabunny";
import type { OpusDecoder } from "opus-decoder";
import { openMedia } from "./probe.ts";

/** Enough samples that a speaker's pause is not taken for silence, and few enough for a recording of any length. */
const PLACES = 12;
const SECONDS_EACH = 1;
/** The value for digital silence; a logarithm would make it minus infinity. */
const SILENCE_DB = -100;
const RATE = 8000;

/**
 * The loudest of several samples, in decibels below full scale: whether anything can be heard.
 * Null where there is no sound, or none in the codec of recorders. Wants a file that can be searched.
 */
export async function audioLevel(path: string, duration: number): Promise<number | null> {
  using input = await openMedia(path);
  const track = await input.getPrimaryAudioTrack();
  if (!track || (await track.getCodec()) !== "opus") return null;
  const { OpusDecoder } = await import("opus-decoder");
  const decoder = new OpusDecoder({ sampleRate: RATE, channels: 2 });
  await decoder.ready;
  try {
    let loudest = SILENCE_DB;
    for (const start of places(duration))
      loudest = Math.max(loudest, decibels(await decode(track, decoder, start)));
    return Math.round(loudest * 10) / 10;
  } finally {
    decoder.free();
  }
}

function places(duration: number): number[] {
  const room = Math.max(0, duration - SECONDS_EACH);
  if (room < PLACES * SECONDS_EACH) return [0];
  return Array.from({ length: PLACES }, (_, place) => (room * place) / (PLACES - 1));
}

/** The samples from the packet at `start` on; from the beginning of a file, twelve times as many. */
async function decode(
  track: InputAudioTrack,
  decoder: OpusDecoder<8000>,
  start: number,
): Promise<Float32Array[]> {
  const { EncodedPacketSink } = await import("mediabunny");
  const packets = new EncodedPacketSink(track);
  const first = await packets.getPacket(Math.max(start, await track.getFirstTimestamp()));
  if (!first) return [];
  const length = start === 0 ? PLACES * SECONDS_EACH : SECONDS_EACH;
  const decoded: Float32Array[] = [];
  for await (const packet of packets.packets(first)) {
    if (packet.timestamp > first.timestamp + length) break;
    decoded.push(...decoder.decodeFrame(packet.data).channelData);
  }
  return decoded;
}

function decibels(channels: readonly Float32Array[]): number {
  let sum = 0;
  let count = 0;
  for (const samples of channels) {
    for (const sample of samples) sum += sample * sample;
    count += samples.length;
  }
  const level = Math.sqrt(sum / Math.max(1, count));
  return level > 0 ? Math.max(SILENCE_DB, 20 * Math.log10(level)) : SILENCE_DB;
}
