import { childOf, childrenOf, elementAt, numberIn, varint } from "#api/media/ebml.ts";
import { Growing, NotAppendable, type Resume, twoDigits } from "./growing.ts";

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CLUSTER = 0x1f43b675;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const REFERENCE_BLOCK = 0xfb;

/** No picture is as large as this. A piece that is not whole yet is held in memory. */
const LARGEST_ELEMENT = 8 * 1024 * 1024;
/** A block tells its time in 16 bits with a sign. */
const LONGEST_CLUSTER = 32_000;
/** Ticks after which a recording without pictures begins another cluster. */
const CLUSTER_OF_SOUND = 1_000;
const UNKNOWN_SIZE = [1, 255, 255, 255, 255, 255, 255, 255];
const SEGMENT_OF_UNKNOWN_SIZE = Uint8Array.of(0x18, 0x53, 0x80, 0x67, ...UNKNOWN_SIZE);
const CLUSTER_OF_UNKNOWN_SIZE = [0x1f, 0x43, 0xb6, 0x75, ...UNKNOWN_SIZE];

export interface Cluster {
  byte: number;
  seconds: number;
}

/**
 * Follows what MediaRecorder writes, and gives it out anew: a cluster for each stretch from key frame to key frame,
 * instead of one for each second. Firefox loses the pictures of a cluster that does not begin with a key frame. Sizes
 * stay unknown, so that nothing waits for the end of a stretch; the same bytes always give the same.
 */
export class GrowingWebm extends Growing {
  protected readonly container = "webm";
  #secondsOfTick = 1e-3;
  /** Where the last cluster began in the file as it arrives. */
  #cluster = 0;
  #given = 0;
  /** The time of the cluster as it arrived, and of ours. */
  #time = 0;
  #base: number | null = null;

  /** `onCluster` hears where each cluster begins in the file as it arrives: from there on, it can be read by itself. */
  constructor(private readonly onCluster?: (cluster: Cluster) => void) {
    super();
  }

  resume({ source, time }: Resume): GrowingWebm {
    const other = new GrowingWebm();
    other.picture = this.picture;
    other.codecs = this.codecs;
    other.source = source;
    other.#time = time;
    return other;
  }

  /** An element ends where its content begins, where that is looked at in turn. */
  protected take(bytes: Uint8Array, at: number, given: Uint8Array[]) {
    const element = elementAt(bytes, at);
    if (!element) return { enough: 0 };
    const { id, body, size } = element;
    if (this.source + at === 0 && id !== EBML) throw new NotAppendable();
    if (id === CLUSTER) {
      this.#cluster = this.source + at;
      return { end: body }; // its blocks go on in ours
    }
    if (id === SEGMENT) {
      this.#give(SEGMENT_OF_UNKNOWN_SIZE, given);
      return { end: body };
    }
    if (size === null || size > LARGEST_ELEMENT) throw new NotAppendable();
    const end = body + size;
    if (end > bytes.length) return { enough: end - at };
    const content = bytes.subarray(body, end);
    if (id === TIMESTAMP) {
      this.#time = numberIn(content);
      this.onCluster?.({ byte: this.#cluster, seconds: this.#time * this.#secondsOfTick });
    } else if (id === SIMPLE_BLOCK || id === BLOCK_GROUP)
      this.#block(bytes.slice(at, end), body - at, id, this.source + at, given);
    else if (id === EBML || id === INFO || id === TRACKS) {
      if (id === INFO) this.#secondsOfTick = (numberIn(childOf(content, 0x2ad7b1)) || 1e6) / 1e9;
      if (id === TRACKS) this.#readTracks(content);
      this.#give(bytes.slice(at, end), given);
      if (this.#base === null) this.initBytes = this.#given;
    } // all else is about places in the file, which are others here
    return { end };
  }

  #readTracks(content: Uint8Array): void {
    this.picture = null;
    this.codecs = [];
    for (const { id, body, size } of childrenOf(content)) {
      if (id !== 0xae) continue;
      const track = content.subarray(body, body + (size ?? 0));
      const codec = new TextDecoder().decode(childOf(track, 0x86)).replaceAll("\0", "");
      const known = codec === "V_AV1" ? av1(childOf(track, 0x63a2)) : codecs[codec];
      // Such as H.264, which no player takes in this container.
      if (!known) throw new NotAppendable();
      const isPicture = numberIn(childOf(track, 0x83)) === PICTURE;
      this.addTrack(numberIn(childOf(track, 0xd7)), known, isPicture);
    }
    if (this.codecs.length === 0) throw new NotAppendable();
  }

  #block(element: Uint8Array, body: number, id: number, source: number, given: Uint8Array[]): void {
    const found = id === SIMPLE_BLOCK ? { at: body, isKey: null } : blockIn(element, body);
    const track = found && varint(element, found.at, true);
    if (!found || !track || this.codecs.length === 0) throw new NotAppendable();
    const place = found.at + track.length;
    const view = new DataView(element.buffer, element.byteOffset);
    const time = this.#time + view.getInt16(place);
    const isKey = found.isKey ?? (view.getUint8(place + 2) & 0x80) !== 0;
    if (this.#beginsCluster(isKey, track.value, time)) {
      this.#base = time;
      const seconds = time * this.#secondsOfTick;
      const state = { source, time: this.#time };
      if (this.#canBegin(isKey, track.value)) this.addPoint({ byte: this.#given, seconds, state });
      this.#give(clusterAt(time), given);
    }
    view.setInt16(place, time - (this.#base ?? time));
    this.#give(element, given);
    this.seconds = Math.max(this.seconds, time * this.#secondsOfTick);
  }

  #canBegin(isKey: boolean, track: number): boolean {
    return this.picture === null || (isKey && track === this.picture);
  }

  #beginsCluster(isKey: boolean, track: number, time: number): boolean {
    if (this.#base === null) return true;
    const passed = time - this.#base;
    if (passed > LONGEST_CLUSTER || passed < -LONGEST_CLUSTER) return true;
    if (this.picture === null) return passed >= CLUSTER_OF_SOUND;
    return this.#canBegin(isKey, track);
  }

  #give(bytes: Uint8Array, given: Uint8Array[]): void {
    given.push(bytes);
    this.#given += bytes.length;
  }
}

/** A cluster of unknown size that begins at a time. */
function clusterAt(time: number): Uint8Array {
  const bytes = new Uint8Array(22);
  bytes.set([...CLUSTER_OF_UNKNOWN_SIZE, TIMESTAMP, 0x88]);
  new DataView(bytes.buffer).setBigUint64(14, BigInt(time));
  return bytes;
}

/** Pictures from a canvas with transparency are in groups, where a key frame refers to no other. */
function blockIn(group: Uint8Array, from: number): { at: number; isKey: boolean } | null {
  const children = [...childrenOf(group, from)];
  const block = children.find(({ id }) => id === BLOCK);
  return block
    ? { at: block.body, isKey: !children.some(({ id }) => id === REFERENCE_BLOCK) }
    : null;
}

const PICTURE = 1;
const codecs: Record<string, string> = {
  V_VP8: "vp8",
  V_VP9: "vp9",
  A_OPUS: "opus",
  A_VORBIS: "vorbis",
};

/** From the four bytes of `av1C`: profile, level, tier and depth. */
function av1(config: Uint8Array | undefined): string {
  const [, profileAndLevel = 0x08, rest = 0] = config ?? [];
  const depth = (rest & 0x40) === 0 ? 8 : (rest & 0x20) === 0 ? 10 : 12;
  return `av01.${profileAndLevel >> 5}.${twoDigits(profileAndLevel & 0x1f)}${rest & 0x80 ? "H" : "M"}.${twoDigits(depth)}`;
}
