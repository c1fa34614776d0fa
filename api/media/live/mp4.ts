import { Growing, NotAppendable, twoDigits } from "./growing.ts";

/** No fragment of a recorder is as large as this. A piece that is not whole yet is held in memory. */
const LARGEST_BOX = 16 * 1024 * 1024;

/** Follows fragmented MP4, as MediaRecorder writes it, and gives it out as it is, a whole box at a time. */
export class GrowingMp4 extends Growing {
  protected readonly container = "mp4";
  #scales = new Map<number, number>();

  protected take(bytes: Uint8Array, at: number, given: Uint8Array[]) {
    if (at + 8 > bytes.length) return { enough: 0 };
    const size = numberAt(bytes, at);
    if (size < 8 || size > LARGEST_BOX) throw new NotAppendable();
    const name = nameAt(bytes, at + 4);
    // A file whose pictures come before the head, or without fragments, is whole only at its end.
    if (name === "mdat" && this.points.length === 0) throw new NotAppendable();
    const end = at + size;
    if (end > bytes.length) return { enough: size };
    this.#look(name, bytes.subarray(at + 8, end), this.source + at);
    given.push(bytes.slice(at, end));
    return { end };
  }

  /** All boxes are given as they are. */
  resume(): Pick<Growing, "push"> {
    return { push: (bytes) => [bytes] };
  }

  #look(name: string, box: Uint8Array, at: number): void {
    if (name === "moov") this.#head(box);
    if (name !== "moof") return;
    if (this.codecs.length === 0) throw new NotAppendable();
    if (this.points.length === 0) this.initBytes = at;
    const { begins, ends, isKey } = this.#fragment(box);
    this.seconds = Math.max(this.seconds, ends);
    if (isKey || this.points.length === 0)
      this.addPoint({ byte: at, seconds: begins, state: { source: at, time: 0 } });
  }

  #head(moov: Uint8Array): void {
    if (!boxIn(moov, "mvex")) throw new NotAppendable();
    for (const trak of boxesIn(moov, "trak")) {
      const [tkhd, mdhd] = [boxIn(trak, "tkhd"), boxIn(trak, "mdia", "mdhd")];
      const hdlr = boxIn(trak, "mdia", "hdlr");
      const stsd = boxIn(trak, "mdia", "minf", "stbl", "stsd");
      if (!tkhd || !mdhd || !hdlr || !stsd) throw new NotAppendable();
      const id = numberAt(tkhd, tkhd[0] ? 20 : 12);
      this.#scales.set(id, numberAt(mdhd, mdhd[0] ? 20 : 12));
      const codec = codecOf(nameAt(stsd, 12), stsd.subarray(16));
      this.addTrack(id, codec, nameAt(hdlr, 8) === "vide");
    }
  }

  #fragment(moof: Uint8Array) {
    const found = { begins: Number.POSITIVE_INFINITY, ends: 0, isKey: this.picture === null };
    for (const traf of boxesIn(moof, "traf")) {
      const [tfhd, tfdt, trun] = [boxIn(traf, "tfhd"), boxIn(traf, "tfdt"), boxIn(traf, "trun")];
      if (!tfhd || !tfdt || !trun) continue;
      const id = numberAt(tfhd, 4);
      const scale = this.#scales.get(id) ?? 1;
      const ticks = tfdt[0] ? numberAt(tfdt, 4) * 2 ** 32 + numberAt(tfdt, 8) : numberAt(tfdt, 4);
      found.begins = Math.min(found.begins, ticks / scale);
      const run = readRun(tfhd, trun);
      found.ends = Math.max(found.ends, (ticks + run.ticks) / scale);
      if (id === this.picture) found.isKey = (run.firstFlags & 0x10000) === 0;
    }
    return found;
  }
}

/** The length of a run of samples, and the flags of the first of them, which may stand in three places. */
function readRun(tfhd: Uint8Array, trun: Uint8Array) {
  const [usual, flags] = [numberAt(tfhd, 0) & 0xffffff, numberAt(trun, 0) & 0xffffff];
  const has = (all: number, flag: number) => (all & flag ? 1 : 0);
  const length = 8 + 8 * has(usual, 1) + 4 * has(usual, 2);
  const usualTicks = has(usual, 8) ? numberAt(tfhd, length) : 0;
  const usualFlags = has(usual, 0x20)
    ? numberAt(tfhd, length + 4 * (has(usual, 8) + has(usual, 0x10)))
    : 0;
  const first = 8 + 4 * has(flags, 1);
  const samples = first + 4 * has(flags, 4);
  const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const count = numberAt(trun, 4);
  let ticks = has(flags, 0x100) ? 0 : count * usualTicks;
  const end = Math.min(samples + count * step, trun.length); // the count is only said
  if (has(flags, 0x100)) for (let at = samples; at < end; at += step) ticks += numberAt(trun, at);
  const ownFlags = samples + 4 * (has(flags, 0x100) + has(flags, 0x200));
  const firstFlags = has(flags, 4)
    ? numberAt(trun, first)
    : has(flags, 0x400)
      ? numberAt(trun, ownFlags)
      : usualFlags;
  return { ticks, firstFlags };
}

function codecOf(entry: string, body: Uint8Array): string {
  const bytes = Buffer.from(body);
  const config = (name: string) => {
    const at = bytes.indexOf(name);
    return at < 0 ? undefined : bytes.subarray(at + 4);
  };
  const [avcC, vpcC] = [config("avcC"), config("vpcC")];
  if (avcC) return `${entry}.${avcC.toString("hex", 1, 4).toUpperCase()}`;
  // MediaRecorder writes level 0, which MediaSource refuses.
  if (vpcC) {
    const numbers = [vpcC[4] ?? 0, vpcC[5] || 10, (vpcC[6] ?? 0x80) >> 4];
    return [entry, ...numbers.map(twoDigits)].join(".");
  }
  if (entry === "mp4a") return "mp4a.40.2";
  if (entry === "Opus") return "opus";
  throw new NotAppendable();
}

const numberAt = (bytes: Uint8Array, at: number): number =>
  at + 4 > bytes.length ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
const nameAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));

function* boxesIn(bytes: Uint8Array, name: string): Generator<Uint8Array> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = numberAt(bytes, at);
    if (size < 8) return;
    if (nameAt(bytes, at + 4) === name) yield bytes.subarray(at + 8, at + size);
    at += size;
  }
}

/** The first box of this name in the first of the one before, and so on. */
function boxIn(bytes: Uint8Array, ...names: string[]): Uint8Array | undefined {
  return names.reduce<Uint8Array | undefined>(
    (box, name) => box && boxesIn(box, name).next().value,
    bytes,
  );
}
