import { BufferSource, EncodedPacketSink, Input, WEBM } from "mediabunny";
import { OpusDecoder } from "opus-decoder";

const RATE = 16_000;
const FRAME = 320;
/** About -40 dB: well above silence, well below a voice. */
const LOUD = 0.01;
/** Seconds. */
const BREATH = 0.5;

export interface HeardSound {
  seconds: number;
  samples: Float32Array;
  /** Where it is loud. */
  loud: { start: number; end: number }[];
}

/**
 * As a service hears a file: it decodes one packet after the other and counts samples, whatever times the
 * container says. Undefined where that is no sound.
 */
export async function hear(file: Blob): Promise<HeardSound | undefined> {
  try {
    const source = new BufferSource(await file.arrayBuffer());
    const input = new Input({ source, formats: [WEBM] });
    const track = await input.getPrimaryAudioTrack();
    return track ? await soundOf(new EncodedPacketSink(track)) : undefined;
  } catch {
    return undefined;
  }
}

async function soundOf(packets: EncodedPacketSink): Promise<HeardSound> {
  const decoder = new OpusDecoder({ sampleRate: RATE, channels: 2 });
  await decoder.ready;
  const pieces: Float32Array[] = [];
  for await (const { data } of packets.packets())
    pieces.push(decoder.decodeFrame(data).channelData[0] ?? new Float32Array());
  decoder.free();
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const piece of pieces) {
    samples.set(piece, filled);
    filled += piece.length;
  }
  return { seconds: samples.length / RATE, samples, loud: loudParts(samples) };
}

function loudParts(samples: Float32Array): HeardSound["loud"] {
  const loud: HeardSound["loud"] = [];
  for (let begin = 0; begin < samples.length; begin += FRAME) {
    if (levelOf(samples.subarray(begin, begin + FRAME)) < LOUD) continue;
    const [start, end] = [begin / RATE, (begin + FRAME) / RATE];
    const last = loud.at(-1);
    if (last && start - last.end < BREATH) last.end = end;
    else loud.push({ start, end });
  }
  return loud;
}

function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
