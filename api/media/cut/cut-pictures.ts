import type {
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  Rotation,
  VideoCodec,
} from "mediabunny";
import type { Ffmpeg } from "#api/media/transcode.ts";
import type { KeptRange } from "#contract/timeline.ts";
import { bytesOf, canEncode, encodePictures } from "./encode-pictures.ts";
import { FilmPackets, SAME_PICTURE } from "./film-packets.ts";
import { withParameterSets } from "./parameter-sets.ts";

export interface Pictures {
  codec: VideoCodec;
  rotation: Rotation;
  config: VideoDecoderConfig;
  film: FilmPackets;
  written: EncodedVideoPacketSource;
  directory: string;
  ffmpeg: Ffmpeg | null;
  /** The last packet that was written came from another encoder, whose parameter sets stand in the stream. */
  isForeign: boolean;
  /** The range that can be kept of a wished one; null where nothing of it can. */
  rangeFor: (wish: KeptRange) => Promise<KeptRange | null>;
}

export async function openPictures(
  input: Input,
  { directory, ffmpeg }: { directory: string; ffmpeg: Ffmpeg | null },
): Promise<Pictures | null> {
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  if (!track || !codec || !config) return null;
  const { EncodedPacketSink, EncodedVideoPacketSource } = await import("mediabunny");
  const film = new FilmPackets(new EncodedPacketSink(track), codec);
  const encoder = ffmpeg && canEncode(codec) ? ffmpeg : null;
  return {
    ...{ codec, config, film, directory, ffmpeg: encoder, isForeign: false },
    rotation: await track.getRotation(),
    written: new EncodedVideoPacketSource(codec),
    rangeFor: (wish) => (encoder ? Promise.resolve(wish) : rangeAtKeys(film, wish)),
  };
}

/** Never more than was wished: a range begins at its first key frame, and may end at its last. */
async function rangeAtKeys(
  film: FilmPackets,
  { start, end }: KeptRange,
): Promise<KeptRange | null> {
  const before = await film.keyBefore(start + SAME_PICTURE);
  const isExact = before && before.timestamp >= start - SAME_PICTURE;
  const first = isExact ? before : before ? await film.keyAfter(before) : await film.first();
  if (!first || first.timestamp > end - SAME_PICTURE) return null;
  const last = await film.keyBefore(end - SAME_PICTURE);
  if (!last || last.timestamp < first.timestamp) return null;
  const next = await film.keyAfter(last);
  const stop = (await film.canCopy(last, next, end)) ? end : last.timestamp;
  const begin = before ? Math.max(start, first.timestamp) : start;
  return stop - begin > SAME_PICTURE ? { start: begin, end: stop } : null;
}

/** Writes the pictures of a range behind those that were written before. */
export async function cutPictures(
  pictures: Pictures,
  range: KeptRange,
  base: number,
  signal?: AbortSignal,
): Promise<void> {
  const { film } = pictures;
  const place = { pictures, range, base, signal };
  const before = await film.keyBefore(range.start + SAME_PICTURE);
  let key = before ?? (await film.first());
  if (before && before.timestamp < range.start - SAME_PICTURE) {
    key = await film.keyAfter(before);
    await encode(place, before, key);
  }
  while (key && key.timestamp <= range.end - SAME_PICTURE) {
    const next = await film.keyAfter(key);
    if (await film.canCopy(key, next, range.end)) await copy(place, key, next);
    else await encode(place, key, next);
    key = next;
  }
}

interface Place {
  pictures: Pictures;
  range: KeptRange;
  base: number;
  signal: AbortSignal | undefined;
}

async function copy(
  { pictures, range, base }: Place,
  key: EncodedPacket,
  next: EncodedPacket | null,
) {
  for await (const packet of pictures.film.upTo(key, next)) {
    if (packet.timestamp > range.end - SAME_PICTURE) continue;
    const isForeign = pictures.isForeign && packet.type === "key";
    const own = isForeign && pictures.config.description;
    if (isForeign) pictures.isForeign = false;
    await write(pictures, own ? withSets(packet, bytesOf(own)) : packet, base - range.start, range);
  }
}

/** The pictures between two key frames that the range keeps; the first is the one on the screen at its start. */
async function encode(
  { pictures, range, base, signal }: Place,
  key: EncodedPacket,
  next: EncodedPacket | null,
) {
  const { film, ffmpeg, directory, codec, config } = pictures;
  if (!ffmpeg) throw new Error("A range that needs an encoder was asked for without one");
  const times = await film.timesOf(key, next);
  const shown = times.findLastIndex((time) => time <= range.start + SAME_PICTURE);
  const skip = Math.max(0, shown);
  const kept = times.slice(skip).filter((time) => time <= range.end - SAME_PICTURE);
  if (kept.length === 0) return;
  const stamps = kept.map((time) => Math.max(time, range.start));
  const passage = { codec, config, packets: film.upTo(key, next), skip, stamps };
  const made = await encodePictures(ffmpeg, directory, passage, signal);
  for (const packet of made.packets) {
    const isKey = packet.type === "key";
    const sets = isKey && codec === "avc" ? made.description : null;
    if (isKey) pictures.isForeign = true;
    await write(pictures, sets ? withSets(packet, sets) : packet, base - range.start, range);
  }
}

const withSets = (packet: EncodedPacket, description: Uint8Array) =>
  packet.clone({ data: withParameterSets(packet.data, description) });

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
