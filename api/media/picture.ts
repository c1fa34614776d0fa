import type { Probe } from "./probe.ts";
import { type Ffmpeg, requireDecodable, runFfmpeg } from "./transcode.ts";

type Moment = Pick<Probe, "container" | "duration" | "width" | "height"> & { at: number };

const SIDE = 800;
/** A person waits for it, and others for their turn: a film whose last key frame is far away has no picture there. */
const PROCESSOR_SECONDS = 60;
/** The rest of the square is as dark as the stage that the picture is shown on. */
const STAGE = "0x0b0a09";

/** The picture that is on the screen at a moment, whole in a square as thumbnails are, as a JPEG. */
export async function drawPicture(
  ffmpeg: Ffmpeg,
  source: string,
  destination: string,
  { at, ...film }: Moment,
  signal?: AbortSignal,
): Promise<void> {
  requireDecodable(film);
  const { width, height } = film;
  // From the key frame before it on: what is on the screen then may have come long before.
  const reading = ["-noaccurate_seek", "-ss", String(at), "-copyts"];
  const scale = SIDE / Math.max(width, height, 1);
  const filter = [
    "tpad=stop=-1:stop_mode=clone",
    // The filter ends after one: a picture that stays for a minute would be scaled, and held, sixty thousand times.
    `fps=1000:start_time=${at}:round=down,trim=end_frame=1`,
    `scale=${fitted(width * scale)}:${fitted(height * scale)}`,
    `setsar=1,pad=${SIDE}:${SIDE}:-1:-1:${STAGE}`,
  ].join(",");
  const options = { ...film, reading, processorSeconds: PROCESSOR_SECONDS, signal };
  await runFfmpeg(ffmpeg, source, options, [
    ...["-map", "0:v:0", "-an", "-sn", "-dn", "-vf", filter, "-frames:v", "1"],
    ...["-pix_fmt", "yuvj420p", "-q:v", "4", "-f", "mjpeg", destination],
  ]);
}

const fitted = (side: number) => Math.max(1, Math.round(side));
