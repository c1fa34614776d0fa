import type {
  AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
} from "mediabunny";
import { secondsOfOpus } from "#api/media/speech/opus-packet.ts";
import type { KeptRange } from "#contract/timeline.ts";

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

/** The frames of an Opus packet as packets of their own, without decoding any (RFC 6716, section 3.2). */
function framesOfOpus(packet: Uint8Array): { data: Uint8Array; seconds: number }[] {
  const lengths = lengthsOfFrames(packet);
  if (!lengths || lengths.sizes.length < 2)
    return [{ data: packet, seconds: secondsOfOpus(packet) }];
  const head = (packet[0] ?? 0) & 0xfc;
  const seconds = secondsOfOpus(packet) / lengths.sizes.length;
  let at = lengths.start;
  return lengths.sizes.map((size) => {
    const data = new Uint8Array(size + 1);
    data[0] = head;
    data.set(packet.subarray(at, at + size), 1);
    at += size;
    return { data, seconds };
  });
}

/** Null where the packet contradicts itself: it then stays whole, as it came. */
function lengthsOfFrames(packet: Uint8Array): { start: number; sizes: number[] } | null {
  const reader = { packet, at: 1, end: packet.length };
  const code = (packet[0] ?? 0) & 3;
  const sizes = code === 3 ? sizesOfMany(reader) : sizesOfTwo(reader, code);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const isWhole = sizes.every((size) => size >= 0 && Number.isInteger(size));
  return isWhole && reader.at + total <= packet.length ? { start: reader.at, sizes } : null;
}

interface Reader {
  packet: Uint8Array;
  at: number;
  /** The end of the last frame; padding follows it. */
  end: number;
}

function sizesOfTwo(reader: Reader, code: number): number[] {
  if (code === 0) return []; // a single frame has nothing to part
  const first = code === 1 ? (reader.end - reader.at) / 2 : readSize(reader);
  return [first, reader.end - reader.at - first];
}

function sizesOfMany(reader: Reader): number[] {
  const count = next(reader);
  const frames = count & 63;
  if (count & 64) skipPadding(reader);
  if (!(count & 128)) return Array(frames).fill((reader.end - reader.at) / frames);
  const sizes = Array.from({ length: frames - 1 }, () => readSize(reader));
  const known = sizes.reduce((sum, size) => sum + size, 0);
  return [...sizes, reader.end - reader.at - known];
}

function skipPadding(reader: Reader): void {
  let byte: number;
  do {
    byte = next(reader);
    reader.end -= byte === 255 ? 254 : byte;
  } while (byte === 255);
}

function readSize(reader: Reader): number {
  const first = next(reader);
  return first < 252 ? first : first + 4 * next(reader);
}

const next = (reader: Reader) => reader.packet[reader.at++] ?? 0;
