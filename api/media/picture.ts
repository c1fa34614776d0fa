import type { Probe } from "./probe.ts";
import { type Ffmpeg, requireDecodable, runFfmpeg } from "./transcode.ts";

type Moment = Pick<Probe, "container" | "duration" | "width" | "height"> & { at: number };

/** Pixels of the longer side. */
const LARGEST = 800;

/** The picture of one moment, as a JPEG. */
export async function drawPicture(
  ffmpeg: Ffmpeg,
  source: string,
  destination: string,
  { at, ...film }: Moment,
  signal?: AbortSignal,
): Promise<void> {
  requireDecodable(film);
  const { container, duration } = film;
  const reading = ["-ss", String(at)];
  const size = `scale='min(${LARGEST},iw)':'min(${LARGEST},ih)':force_original_aspect_ratio=decrease`;
  await runFfmpeg(ffmpeg, source, { container, duration, reading, ...(signal && { signal }) }, [
    ...["-map", "0:v:0", "-an", "-sn", "-dn", "-vf", `${size},setsar=1`, "-frames:v", "1"],
    ...["-pix_fmt", "yuvj420p", "-q:v", "4", "-f", "mjpeg", destination],
  ]);
}
