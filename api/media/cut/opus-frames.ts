import { secondsOfOpus } from "#api/media/speech/opus-packet.ts";

/** The frames of an Opus packet as packets of their own, without decoding any (RFC 6716, section 3.2). */
export function framesOfOpus(packet: Uint8Array): { data: Uint8Array; seconds: number }[] {
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
  const rest = () => reader.end - reader.at;
  if (code === 0) return [rest()];
  if (code === 1) return [rest() / 2, rest() / 2];
  const first = readSize(reader);
  return [first, rest() - first];
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
