import type { EncodedPacket, Input } from "mediabunny";
import { secondsOfOpus } from "#api/media/speech/opus-packet.ts";
import type { KeptRange } from "#contract/timeline.ts";

export type Sound = NonNullable<Awaited<ReturnType<typeof openSound>>>;

export async function openSound(input: Input) {
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  if (!track || !codec || !config) return null;
  const { EncodedAudioPacketSource, EncodedPacketSink } = await import("mediabunny");
  return {
    ...{ codec, config, packets: new EncodedPacketSink(track) },
    written: new EncodedAudioPacketSource(codec),
    /** The end of what was written. Packets lie end to end, so that nothing clicks and nothing drifts. */
    end: 0,
  };
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
      // A gap in the sound stays one, up to the end of the range: what follows it would come too early.
      const place = base + packet.timestamp - start;
      if (place - sound.end > LONGEST_SHIFT) sound.end = Math.min(place, stop);
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

/**
 * Recorders put three frames of Opus into a packet: parted, a cut is three times as exact. None is decoded for that
 * (RFC 6716, section 3.2).
 */
function parted({ codec }: Sound, packet: EncodedPacket): EncodedPacket[] {
  if (codec !== "opus") return [packet];
  const { data, timestamp } = packet;
  const { start, sizes } = lengthsOfFrames(data) ?? { start: 0, sizes: [] };
  if (sizes.length < 2) return [packet.clone({ duration: secondsOfOpus(data) })];
  const duration = secondsOfOpus(data) / sizes.length;
  let at = start;
  return sizes.map((size, index) => {
    const frame = Buffer.concat([
      Uint8Array.of((data[0] ?? 0) & 0xfc),
      data.subarray(at, at + size),
    ]);
    at += size;
    return packet.clone({ data: frame, timestamp: timestamp + index * duration, duration });
  });
}

/** Null where the packet contradicts itself: it then stays whole, as it came. */
function lengthsOfFrames(packet: Uint8Array): { start: number; sizes: number[] } | null {
  let [at, end] = [1, packet.length];
  const next = () => packet[at++] ?? 0;
  const readSize = () => {
    const first = next();
    return first < 252 ? first : first + 4 * next();
  };
  const code = (packet[0] ?? 0) & 3;
  let [frames, isEqual] = [code === 0 ? 1 : 2, code < 2];
  if (code === 3) {
    const count = next();
    [frames, isEqual] = [count & 63, (count & 128) === 0];
    for (let byte = count & 64 ? 255 : 0; byte === 255; ) {
      byte = next();
      end -= Math.min(byte, 254); // padding follows the last frame
    }
  }
  const told = isEqual ? [] : Array.from({ length: frames - 1 }, readSize);
  const rest = told.reduce((left, size) => left - size, end - at);
  const sizes = isEqual ? Array<number>(frames).fill(rest / frames) : [...told, rest];
  const isWhole = sizes.every((size) => size >= 0 && Number.isInteger(size));
  return isWhole ? { start: at, sizes } : null;
}
