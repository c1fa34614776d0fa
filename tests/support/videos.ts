import { join } from "node:path";

const directory = join(import.meta.dirname, "videos");

export type VideoName =
  | "recorded.webm"
  | "recorded.mp4"
  | "cut-off.webm"
  | "h264.mov"
  | "h264.mkv"
  | "prores.mov"
  | "xvid.avi"
  | "spoken.mp4";

/**
 * Short real files. The recorded ones were made by Chromium's MediaRecorder; `cut-off` by one that was killed. In
 * `spoken` the voice of `sounds/spoken.webm` is AAC, as in what Safari records.
 */
export const videoPath = (name: VideoName) => join(directory, name);

export async function videoBytes(name: VideoName): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(videoPath(name)).arrayBuffer());
}
