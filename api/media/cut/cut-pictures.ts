import type { EncodedPacket, Input } from "mediabunny";
import type { Ffmpeg } from "#api/media/transcode.ts";
import type { KeptRange } from "#contract/timeline.ts";
import {
  canEncode,
  descriptionOf,
  type Encode,
  encodedElsewhere,
  encodePictures,
} from "./encode-pictures.ts";
import { FilmPackets, SAME_PICTURE } from "./film-packets.ts";

export type Pictures = NonNullable<Awaited<ReturnType<typeof openPictures>>>;

/** The encoder: ffmpeg, or somebody's browser that has encoded already. */
interface Encoders {
  directory: string;
  ffmpeg: Ffmpeg | null;
  encoded: Input | null;
}

export async function openPictures(input: Input, { directory, ffmpeg, encoded }: Encoders) {
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  if (!track || !codec || !config) return null;
  const { EncodedPacketSink, EncodedVideoPacketSource } = await import("mediabunny");
  const film = new FilmPackets(new EncodedPacketSink(track), codec);
  /** Null where nothing encodes: the film is cut at key frames. */
  const encode: Encode | null = encoded
    ? await encodedElsewhere(encoded, codec, config)
    : ffmpeg && canEncode(codec)
      ? (passage) => encodePictures(ffmpeg, directory, passage)
      : null;
  return {
    ...{ codec, config, film, encode },
    rotation: await track.getRotation(),
    written: new EncodedVideoPacketSource(codec),
    /** The range that can be kept of a wished one; null where nothing of it can. */
    rangeFor: (wish: KeptRange) => (encode ? Promise.resolve(wish) : rangeAtKeys(film, wish)),
  };
}

/** Never more than was wished: a range begins and ends with stretches that can be copied. */
async function rangeAtKeys(film: FilmPackets, wish: KeptRange): Promise<KeptRange | null> {
  let { end } = wish;
  let start: number | undefined;
  let isFirst = true;
  for await (const { key, isCopied } of stretchesOf(film, wish)) {
    if (isCopied) start ??= isFirst ? wish.start : key.timestamp;
    else if (start !== undefined) end = key.timestamp;
    isFirst = false;
  }
  return start !== undefined && end - start > SAME_PICTURE ? { start, end } : null;
}

/** Writes the pictures of a range behind those that were written before. */
export async function cutPictures(
  pictures: Pictures,
  range: KeptRange,
  base: number,
): Promise<void> {
  for await (const stretch of stretchesOf(pictures.film, range)) {
    const packets = (stretch.isCopied ? copied : encoded)(pictures, range, stretch);
    for await (const packet of packets) await write(pictures, packet, base - range.start, range);
  }
}

/** The times of the pictures of a range that must be encoded anew, passage by passage. */
export async function* passagesOf(film: FilmPackets, range: KeptRange): AsyncGenerator<number[]> {
  for await (const stretch of stretchesOf(film, range)) {
    const { times } = stretch.isCopied ? { times: [] } : await keptTimes(film, range, stretch);
    if (times.length > 0) yield times;
  }
}

/** The pictures between two key frames, or behind the last one. */
interface Stretch {
  key: EncodedPacket;
  next: EncodedPacket | null;
  isCopied: boolean;
}

async function* stretchesOf(film: FilmPackets, { start, end }: KeptRange): AsyncGenerator<Stretch> {
  const before = await film.keyBefore(start + SAME_PICTURE);
  let key = before ?? (await film.first());
  if (before && before.timestamp < start - SAME_PICTURE) {
    key = await film.keyAfter(before);
    yield { key: before, next: key, isCopied: false };
  }
  while (key && key.timestamp <= end - SAME_PICTURE) {
    const next = await film.keyAfter(key);
    yield { key, next, isCopied: await film.canCopy(key, next, end) };
    key = next;
  }
}

/** The pictures of a stretch that the range keeps; the first is the one on the screen at its start. */
async function keptTimes(film: FilmPackets, { start, end }: KeptRange, { key, next }: Stretch) {
  const times = await film.timesOf(key, next);
  const shown = times.findLastIndex((time) => time <= start + SAME_PICTURE);
  const skip = Math.max(0, shown);
  return { skip, times: times.slice(skip).filter((time) => time <= end - SAME_PICTURE) };
}

async function* copied(pictures: Pictures, { end }: KeptRange, { key, next }: Stretch) {
  const sets = pictures.encode && descriptionOf(pictures.config);
  for await (const packet of pictures.film.upTo(key, next))
    if (packet.timestamp <= end - SAME_PICTURE) yield withSets(pictures, packet, sets);
}

async function* encoded(pictures: Pictures, range: KeptRange, stretch: Stretch) {
  const { film, codec, config } = pictures;
  if (!pictures.encode) throw new Error("A range that needs an encoder was asked for without one");
  const { skip, times } = await keptTimes(film, range, stretch);
  if (times.length === 0) return;
  const stamps = times.map((time) => Math.max(time, range.start));
  const packets = film.upTo(stretch.key, stretch.next);
  const made = await pictures.encode({ codec, config, packets, skip, stamps });
  for (const packet of made.packets) yield withSets(pictures, packet, made.description);
}

/**
 * Each key frame of H.264 brings the parameter sets of its encoder. Two encoders in one track need that: somebody may
 * come to it from a picture of the other one, and a decoder goes on with the sets that it read last.
 */
const withSets = ({ codec }: Pictures, packet: EncodedPacket, description: Uint8Array | null) =>
  description && codec === "avc" && packet.type === "key"
    ? packet.clone({ data: Buffer.concat([...parameterSets(description), packet.data]) })
    : packet;

function write(
  pictures: Pictures,
  packet: EncodedPacket,
  shift: number,
  { start, end }: KeptRange,
) {
  const timestamp = Math.max(start, packet.timestamp);
  const duration = Math.max(0, Math.min(packet.duration, end - timestamp));
  const placed = packet.clone({ timestamp: timestamp + shift, duration });
  return pictures.written.add(placed, { decoderConfig: pictures.config });
}

/** Sequence and picture parameter sets of an avcC record, each behind its length in four bytes. */
function parameterSets(description: Uint8Array): Uint8Array[] {
  const record = Buffer.from(description);
  const sets: Uint8Array[] = [];
  let at = 5;
  for (const countBits of [31, 255]) {
    for (let left = record.readUInt8(at++) & countBits; left > 0; left--) {
      const size = record.readUInt16BE(at);
      sets.push(Uint8Array.of(0, 0, size >> 8, size & 255), record.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
  }
  return sets;
}
