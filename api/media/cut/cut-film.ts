import { rm } from "node:fs/promises";
import type { Output } from "mediabunny";
import { hasIndex } from "#api/media/layout.ts";
import { BrokenMedia, openMedia } from "#api/media/probe.ts";
import type { Container } from "#api/media/sniff.ts";
import type { Ffmpeg } from "#api/media/transcode.ts";
import { type KeptRange, lengthOfCut } from "#contract/timeline.ts";
import { cutPictures, openPictures, type Pictures, passagesOf } from "./cut-pictures.ts";
import { cutSound, openSound, type Sound } from "./cut-sound.ts";
import { canEncode } from "./encode-pictures.ts";

export interface CutOrder {
  source: string;
  container: Container;
  /** In order, without overlap, in the time of the source. */
  kept: readonly KeptRange[];
  destination: string;
  /** A folder for what is made on the way. */
  directory: string;
  /** Without it, a range begins at its first key frame: never earlier, because what was removed stays removed. */
  ffmpeg: Ffmpeg | null;
  /** A film of the pictures that somebody's browser has encoded; "wanted" where it shall be asked for them. */
  elsewhere?: { file: string } | "wanted" | undefined;
}

type OnProgress = (fraction: number) => void;

/**
 * Writes the kept ranges of a film as one film. Everything between key frames is copied; only the pictures at the
 * edges of a range are encoded anew. Returns the ranges that are really kept.
 */
export async function cutFilm(order: CutOrder, onProgress?: OnProgress): Promise<KeptRange[]> {
  if (!(await hasIndex(order.source, order.container)))
    throw new BrokenMedia("This file has no index, so it cannot be cut yet.");
  using input = await openMedia(order.source);
  const { elsewhere } = order;
  using encoded = typeof elsewhere === "object" ? await openMedia(elsewhere.file) : null;
  const pictures = await openPictures(input, { ...order, encoded });
  const sound = await openSound(input);
  if (!pictures && !sound) throw new BrokenMedia("There is nothing to cut in this file.");
  const output = await openOutput(order, pictures, sound);
  try {
    const kept = await writeRanges(order, { pictures, sound }, onProgress);
    await output.finalize();
    return kept;
  } catch (error) {
    await output.cancel();
    await rm(order.destination, { force: true });
    throw error;
  }
}

async function writeRanges(
  { kept: wished, ffmpeg }: CutOrder,
  { pictures, sound }: { pictures: Pictures | null; sound: Sound | null },
  onProgress?: OnProgress,
): Promise<KeptRange[]> {
  const kept: KeptRange[] = [];
  let base = 0;
  for (const wish of wished) {
    const range = pictures ? await pictures.rangeFor(wish) : wish;
    if (!range) continue;
    await Promise.all([
      pictures && cutPictures(pictures, range, base),
      sound && cutSound(sound, range, base),
    ]);
    kept.push(range);
    base += range.end - range.start;
    onProgress?.(Math.min(1, base / lengthOfCut(wished)));
  }
  if (kept.length === 0) throw new BrokenMedia(pictures && !ffmpeg ? NO_KEY_FRAME : NOTHING_LEFT);
  return kept;
}

const NOTHING_LEFT = "Nothing would be left of this recording.";
const NO_KEY_FRAME =
  "This server has no ffmpeg, so each part begins at a key frame. What you keep has none: keep longer parts.";

/** MP4 where the film is one or WebM does not know its codecs. */
async function openOutput(
  { container, destination }: CutOrder,
  pictures: Pictures | null,
  sound: Sound | null,
): Promise<Output> {
  const { FilePathTarget, Mp4OutputFormat, Output, WebMOutputFormat } = await import("mediabunny");
  const webm = new WebMOutputFormat();
  const known: readonly string[] = webm.getSupportedCodecs();
  const fits = [pictures?.codec, sound?.codec].every((codec) => !codec || known.includes(codec));
  const isMp4 = container === "mp4" || container === "mov" || !fits;
  const output = new Output({
    format: isMp4 ? new Mp4OutputFormat({ fastStart: false }) : webm,
    target: new FilePathTarget(destination),
  });
  if (pictures) output.addVideoTrack(pictures.written, { rotation: pictures.rotation });
  if (sound) output.addAudioTrack(sound.written);
  await output.start();
  return output;
}

/** The most pictures that a browser encodes for one cut: ten minutes of film. With more, the film is cut at key frames. */
const MOST_PICTURES = 20_000;

/** The times of the pictures that somebody else must encode before this cut can be made, passage by passage. */
export async function wantedPassages(
  order: Omit<CutOrder, "destination">,
  most = MOST_PICTURES,
): Promise<number[][]> {
  if (!(await hasIndex(order.source, order.container))) return []; // the cut itself says so
  using input = await openMedia(order.source);
  const pictures = await openPictures(input, { ...order, encoded: null });
  if (!pictures || !canEncode(pictures.codec)) return [];
  const passages: number[][] = [];
  let count = 0;
  for (const range of order.kept)
    for await (const times of passagesOf(pictures.film, range)) {
      count += times.length;
      if (count > most) return [];
      passages.push(times);
    }
  return passages;
}
