import type { EncodedPacket, EncodedPacketSink, VideoCodec } from "mediabunny";

/** Two pictures that are closer than this are one in WebM, whose clock counts milliseconds. */
export const SAME_PICTURE = 0.002;

/** More pictures than any encoder puts after a key frame and shows before it. */
const MOST_LEADING = 16;

/** The packets of a film's pictures, and the places where they may be parted. */
export class FilmPackets {
  constructor(
    private readonly sink: EncodedPacketSink,
    private readonly codec: VideoCodec,
  ) {}

  first = () => this.sink.getFirstKeyPacket();

  /** The last key frame at or before a moment from which a decoder can begin. */
  async keyBefore(seconds: number): Promise<EncodedPacket | null> {
    let key = await this.sink.getKeyPacket(seconds);
    while (key && !(await this.isClean(key))) {
      const earlier = await this.sink.getKeyPacket(key.timestamp - SAME_PICTURE);
      if (!earlier || earlier.timestamp >= key.timestamp) return this.first();
      key = earlier;
    }
    return key;
  }

  async keyAfter(key: EncodedPacket): Promise<EncodedPacket | null> {
    let next = await this.sink.getNextKeyPacket(key);
    while (next && !(await this.isClean(next))) next = await this.sink.getNextKeyPacket(next);
    return next;
  }

  /** Nothing that is stored after this key frame is shown before it. */
  private async isClean(key: EncodedPacket): Promise<boolean> {
    let packet: EncodedPacket | null = key;
    for (let seen = 0; seen < MOST_LEADING; seen++) {
      packet = await this.sink.getNextPacket(packet, { metadataOnly: true });
      if (!packet || packet.type === "key") return true;
      if (packet.timestamp < key.timestamp) return false;
    }
    return true;
  }

  /** Whether the pictures from a key frame up to `end`, or to the next key frame before it, can be copied as they are. */
  async canCopy(key: EncodedPacket, next: EncodedPacket | null, end: number): Promise<boolean> {
    const after = next?.timestamp ?? ((await this.timesOf(key, null)).at(-1) ?? 0) + SAME_PICTURE;
    return after <= end + SAME_PICTURE || this.canEnd(key, end);
  }

  /** Whether every picture before `end` can be shown without one that comes later, and none is hidden among them. */
  private async canEnd(key: EncodedPacket, end: number): Promise<boolean> {
    const last = end - SAME_PICTURE;
    let before = Number.NEGATIVE_INFINITY;
    for await (const { timestamp, data } of this.sink.packets(key)) {
      if (timestamp < before) return false;
      // One more than the first behind the end: a picture that is shown before the end may be stored behind that one.
      if (before > last) return true;
      if (timestamp <= last && hidesFrames(this.codec, data)) return false;
      before = timestamp;
    }
    return true;
  }

  /** The times at which pictures are shown from a key frame up to the next, in their order. */
  async timesOf(key: EncodedPacket, next: EncodedPacket | null): Promise<number[]> {
    const times: number[] = [];
    for await (const packet of this.upTo(key, next)) {
      // A hidden picture of VP8 is a packet of its own.
      if (this.codec !== "vp8" || !hidesFrames("vp8", packet.data)) times.push(packet.timestamp);
    }
    return times.toSorted((a, b) => a - b);
  }

  async *upTo(key: EncodedPacket, next: EncodedPacket | null): AsyncGenerator<EncodedPacket> {
    for await (const packet of this.sink.packets(key)) {
      if (next && packet.sequenceNumber >= next.sequenceNumber) return;
      yield packet;
    }
  }
}

/**
 * Whether a packet holds a picture that is not shown at its own time. Encoders put pictures of what comes later into
 * such ones, so a cut must not copy them where that is removed.
 */
export function hidesFrames(codec: string, data: Uint8Array): boolean {
  if (codec === "vp8") return ((data[0] ?? 0) & 0b10000) === 0;
  // A packet of several frames ends with an index, whose mark is three bits.
  if (codec === "vp9") return ((data.at(-1) ?? 0) & 0b11100000) === 0b11000000;
  if (codec === "av1") return framesOfAv1(data) > 1;
  return false;
}

const FRAME_HEADER = 3;
const FRAME = 6;

/** Headers of frames among the units of an AV1 packet. */
function framesOfAv1(data: Uint8Array): number {
  let frames = 0;
  for (let at = 0; at < data.length; ) {
    const head = data[at++] ?? 0;
    const type = (head >> 3) & 15;
    if (type === FRAME || type === FRAME_HEADER) frames++;
    if (head & 4) at++;
    if (!(head & 2)) break; // without a size it reaches to the end
    let size = 0;
    let byte: number;
    let shift = 0;
    do {
      byte = data[at++] ?? 0;
      size += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128 && shift < 56);
    at += size;
  }
  return frames;
}
