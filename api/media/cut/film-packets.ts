import type { EncodedPacket, EncodedPacketSink, VideoCodec } from "mediabunny";
import { hidesFrames } from "./hidden-frames.ts";

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

  packets = (from: EncodedPacket) => this.sink.packets(from);

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
    let last = Number.NEGATIVE_INFINITY;
    let isOver = false;
    for await (const packet of this.packets(key)) {
      if (packet.timestamp < last) return false;
      last = packet.timestamp;
      if (isOver) return true;
      if (packet.timestamp > end - SAME_PICTURE) {
        // One more: a picture that is shown before the end may be stored behind this one.
        isOver = true;
        continue;
      }
      if (hidesFrames(this.codec, packet.data)) return false;
    }
    return true;
  }

  /** The times at which pictures are shown from a key frame up to the next, in their order. */
  async timesOf(key: EncodedPacket, next: EncodedPacket | null): Promise<number[]> {
    const times: number[] = [];
    for await (const packet of this.packets(key)) {
      if (next && packet.sequenceNumber >= next.sequenceNumber) break;
      // A hidden picture of VP8 is a packet of its own.
      if (this.codec !== "vp8" || !hidesFrames("vp8", packet.data)) times.push(packet.timestamp);
    }
    return times.toSorted((a, b) => a - b);
  }

  async *upTo(key: EncodedPacket, next: EncodedPacket | null): AsyncGenerator<EncodedPacket> {
    for await (const packet of this.packets(key)) {
      if (next && packet.sequenceNumber >= next.sequenceNumber) return;
      yield packet;
    }
  }
}
