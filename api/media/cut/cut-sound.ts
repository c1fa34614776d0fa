import type {
  AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
} from "mediabunny";
import type { KeptRange } from "#contract/timeline.ts";
import { framesOfOpus } from "./opus-frames.ts";

export interface Sound {
  codec: AudioCodec;
  config: AudioDecoderConfig;
  packets: EncodedPacketSink;
  written: EncodedAudioPacketSource;
  /** The end of what was written. Packets lie end to end, so that nothing clicks and nothing drifts. */
  end: number;
}

export async function openSound(input: Input): Promise<Sound | null> {
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  if (!track || !codec || !config) return null;
  const { EncodedAudioPacketSource, EncodedPacketSink } = await import("mediabunny");
  const written = new EncodedAudioPacketSource(codec);
  return { codec, config, packets: new EncodedPacketSink(track), written, end: 0 };
}

/** Whole packets of a range, the first one being the nearest to its start. */
export async function cutSound(
  sound: Sound,
  { start, end }: KeptRange,
  base: number,
): Promise<void> {
  const stop = base + end - start;
  const wanted = start + sound.end - base;
  const first = (await sound.packets.getPacket(wanted)) ?? (await sound.packets.getFirstPacket());
  if (!first) return;
  let isBegun = false;
  for await (const whole of sound.packets.packets(first)) {
    for (const packet of parted(sound, whole)) {
      if (!isBegun && wanted - packet.timestamp > packet.duration / 2) continue;
      if (sound.end + packet.duration / 2 > stop) return;
      // A gap in the sound stays one: what follows it would come too early.
      const place = base + packet.timestamp - start;
      if (place - sound.end > LONGEST_SHIFT) sound.end = place;
      isBegun = true;
      if (sound.end + packet.duration / 2 > stop) return;
      await write(sound, packet);
    }
  }
}

/** Seconds. A packet that would come earlier than this by lying end to end has silence before it. */
const LONGEST_SHIFT = 0.025;

async function write(sound: Sound, packet: EncodedPacket): Promise<void> {
  const placed = packet.clone({ timestamp: sound.end });
  await sound.written.add(placed, { decoderConfig: sound.config });
  sound.end += packet.duration;
}

/** Recorders put three frames of Opus into a packet: parted, a cut is three times as exact. */
function parted({ codec }: Sound, packet: EncodedPacket): EncodedPacket[] {
  if (codec !== "opus") return [packet];
  let { timestamp } = packet;
  return framesOfOpus(packet.data).map(({ data, seconds }) => {
    const frame = packet.clone({ data, timestamp, duration: seconds });
    timestamp += seconds;
    return frame;
  });
}
