import { join } from "node:path";
import { type SoundFile, soundAsOpus } from "#api/media/speech/hear-speech.ts";
import { promiseRoom } from "#api/platform/objects/disk-room.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { copyParts, type ObjectPart, totalSize } from "#api/platform/objects/parts.ts";
import { TranscriptionTrouble } from "#api/services/transcription/transcription.ts";
import type { LiveRun, Run, Studio } from "./transcription-run.ts";

const NO_SOUND = "This recording has no sound, so there is nothing to transcribe.";
const NEEDS_FFMPEG =
  "The sound of this recording is in a format (AAC, most likely) that this server can read only with ffmpeg. Ask its operator to install that, or import the file as WebM.";

/**
 * The recording as it came, or its part from the `earliest` second on that is needed; sound in another codec alone,
 * converted to Opus if possible.
 */
export async function fetchSound(
  { objects, ffmpegPath, workDirectory, transcriber }: Studio,
  { parts, duration, live }: Run,
  { directory, earliest, signal }: { directory: string; earliest: number; signal: AbortSignal },
): Promise<SoundFile> {
  using _room = promiseRoom(workDirectory, { path: directory, bytes: 2 * totalSize(parts) });
  const path = join(directory, "recording");
  if (live && live.fromByte > 0 && live.fromSeconds <= earliest)
    await copyRest(objects, parts, live, path);
  else await copyParts(objects, parts, path);
  const source = { path, seconds: duration ?? 0 };
  const sound = await soundAsOpus(source, ffmpegPath, signal);
  if (sound === "none") throw new TranscriptionTrouble(NO_SOUND);
  // An engine that decodes AAC by itself need not be told who speaks when.
  if (sound === "aac" && transcriber.takesAac) return source;
  if (typeof sound === "string") throw new TranscriptionTrouble(NEEDS_FFMPEG);
  return sound;
}

/** Copies the head, which says how to read the file, and all bytes from the first needed one on. */
export const copyRest = (
  objects: Objects,
  parts: readonly ObjectPart[],
  { headBytes, fromByte }: Pick<LiveRun, "headBytes" | "fromByte">,
  path: string,
) =>
  copyParts(objects, parts, path, [
    { start: 0, end: headBytes - 1 },
    { start: fromByte, end: totalSize(parts) - 1 },
  ]);
