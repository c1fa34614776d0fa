import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { longRecording } from "#tests/support/long-recording.ts";
import { videoPath } from "#tests/support/videos.ts";

/** Where this machine has it. */
export const ffmpeg = Bun.which("ffmpeg");

/** Videos of a minute or two: long enough that a kill meets the work on one. Each is made once. */

let webm: Promise<Uint8Array> | undefined;
export function longWebm(): Promise<Uint8Array> {
  webm ??= longRecording(120);
  return webm;
}

let avi: Promise<Uint8Array> | undefined;
export function longAvi(): Promise<Uint8Array> {
  avi ??= overAndOver(videoPath("xvid.avi"), 40);
  return avi;
}

async function overAndOver(path: string, times: number): Promise<Uint8Array> {
  if (!ffmpeg) throw new Error("only ffmpeg makes one of these");
  const directory = mkdtempSync(join(tmpdir(), "kinora-test-"));
  const made = join(directory, "long.avi");
  const repeated = ["-stream_loop", String(times - 1), "-i", path, "-c", "copy", made];
  const { success } = Bun.spawnSync([ffmpeg, "-nostdin", "-loglevel", "error", ...repeated]);
  if (!success) throw new Error(`ffmpeg could not repeat ${path}`);
  const bytes = new Uint8Array(readFileSync(made));
  rmSync(directory, { recursive: true });
  return bytes;
}
