import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readHead } from "#api/media/probe.ts";
import { containerOf, HEAD_BYTES } from "#api/media/sniff.ts";
import { soundOf } from "#api/media/speech/hear-speech.ts";
import { convertSound, findFfmpeg } from "#api/media/transcode.ts";
import { copyParts } from "#api/platform/objects/copy-parts.ts";
import { roomOn } from "#api/platform/objects/disk.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { totalSize } from "#api/platform/objects/parts.ts";
import { StoreFull } from "#api/platform/objects/store.ts";
import { TranscriptionTrouble } from "#api/services/transcription/transcription.ts";
import type { Run } from "./transcription-run.ts";

/** A file whose sound can be listened to and cut. */
export interface SoundFile {
  path: string;
  /** As far as is known. */
  seconds: number;
}

const NO_SOUND = "This recording has no sound, so there is nothing to transcribe.";
const NEEDS_FFMPEG =
  "The sound of this video is in a format that this server can read only with ffmpeg. Ask its operator to install that.";

interface Sources {
  objects: Objects;
  ffmpegPath?: string | undefined;
  workDirectory: string;
}

/** The recording as it came; where its sound is no Opus, that alone, made into it. */
export async function fetchSound(
  { objects, ffmpegPath, workDirectory }: Sources,
  { parts, duration }: Run,
  directory: string,
  signal: AbortSignal,
): Promise<SoundFile> {
  const room = await roomOn(workDirectory);
  if (room !== null && room < 2 * totalSize(parts)) throw new StoreFull();
  const path = join(directory, "recording");
  await copyParts(objects, parts, path);
  const source = { path, seconds: duration ?? 0 };
  const kind = await soundOf(source, signal);
  if (kind === "none") throw new TranscriptionTrouble(NO_SOUND);
  if (kind === "opus") return source;
  const [ffmpeg, container] = await Promise.all([
    findFfmpeg(ffmpegPath),
    readHead(path, HEAD_BYTES).then(containerOf),
  ]);
  if (!ffmpeg || !container) throw new TranscriptionTrouble(NEEDS_FFMPEG);
  const converted = join(directory, "converted");
  await convertSound(ffmpeg, path, converted, { container, duration: source.seconds, signal });
  await rm(path);
  return { ...source, path: converted };
}
