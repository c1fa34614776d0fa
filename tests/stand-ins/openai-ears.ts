import { BufferSource, EncodedPacketSink, Input, MP4, WEBM } from "mediabunny";
import { OpusDecoder } from "opus-decoder";

const RATE = 16_000;
const FRAME = 320;
/** About -40 dB: well above silence, well below a voice. */
const LOUD = 0.01;
/** Bytes of a packet in which somebody speaks. */
const LARGE = 90;
/** Seconds. */
const BREATH = 0.5;

export interface HeardSound {
  seconds: number;
  samples: Float32Array;
  /** Where it is loud. */
  loud: { start: number; end: number }[];
}

/**
 * Hears a file as a service does: it decodes one packet after the other and counts samples, whatever times the
 * container says. Undefined where the file is no sound.
 */
export async function hear(file: Blob): Promise<HeardSound | undefined> {
  try {
    const source = new BufferSource(await file.arrayBuffer());
    const input = new Input({ source, formats: [WEBM, MP4] });
    const track = await input.getPrimaryAudioTrack();
    if (!track) return undefined;
    const packets = new EncodedPacketSink(track);
    return (await track.getCodec()) === "aac" ? await weightOf(packets) : await soundOf(packets);
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

/** The loud stretches of AAC, where its packets are large: nothing here decodes it. */
async function weightOf(packets: EncodedPacketSink): Promise<HeardSound> {
  const loud: HeardSound["loud"] = [];
  let seconds = 0;
  for await (const { byteLength, duration } of packets.packets()) {
    if (byteLength > LARGE) addTo(loud, seconds, seconds + duration);
    seconds += duration;
  }
  return { seconds, samples: new Float32Array(), loud };
}

function loudParts(samples: Float32Array): HeardSound["loud"] {
  const loud: HeardSound["loud"] = [];
  for (let begin = 0; begin < samples.length; begin += FRAME)
    if (levelOf(samples.subarray(begin, begin + FRAME)) >= LOUD)
      addTo(loud, begin / RATE, (begin + FRAME) / RATE);
  return loud;
}

function addTo(loud: HeardSound["loud"], start: number, end: number): void {
  const last = loud.at(-1);
  if (last && start - last.end < BREATH) last.end = end;
  else loud.push({ start, end });
}

function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
