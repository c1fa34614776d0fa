import { BufferSource, EncodedPacketSink, Input, WEBM } from "mediabunny";
import { OpusDecoder } from "opus-decoder";

const RATE = 8000;
const FRAME = 160;
/** About -40 dB: well above silence, well below a voice. */
const LOUD = 0.01;
/** Seconds. */
const BREATH = 0.5;

export interface HeardSound {
  seconds: number;
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
    return track ? await loudnessOf(new EncodedPacketSink(track)) : undefined;
  } catch {
    return undefined;
  }
}

async function loudnessOf(packets: EncodedPacketSink): Promise<HeardSound> {
  const decoder = new OpusDecoder({ sampleRate: RATE, channels: 2 });
  await decoder.ready;
  const loud: HeardSound["loud"] = [];
  let samples = 0;
  for await (const { data } of packets.packets()) {
    const [left = new Float32Array()] = decoder.decodeFrame(data).channelData;
    for (let begin = 0; begin < left.length; begin += FRAME) {
      if (levelOf(left.subarray(begin, begin + FRAME)) < LOUD) continue;
      const start = (samples + begin) / RATE;
      const end = start + FRAME / RATE;
      const last = loud.at(-1);
      if (last && start - last.end < BREATH) last.end = end;
      else loud.push({ start, end });
    }
    samples += left.length;
  }
  decoder.free();
  return { seconds: samples / RATE, loud };
}

function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
