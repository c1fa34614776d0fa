import {
  LARGEST_SHEET_BYTES,
  MOST_TILES,
  SHEET_COLUMNS,
  type SheetShape,
  tileSize,
} from "#contract/contact-sheets.ts";
import type { Probe } from "./probe.ts";
import { type Ffmpeg, requireDecodable, runFfmpeg } from "./transcode.ts";

type Film = Pick<Probe, "container" | "duration" | "width" | "height">;

/** A picture a second, or a hundred of what is longer. */
export function sheetShape({ duration, width, height }: Omit<Film, "container">): SheetShape {
  const seconds_each = Math.max(1, duration / MOST_TILES);
  return {
    tiles: Math.min(MOST_TILES, Math.max(1, Math.ceil(duration / seconds_each))),
    seconds_each,
    ...tileSize(width, height),
  };
}

/** ffmpeg's scale, from good to what is always small enough. */
const QUALITIES = [6, 16, 31];

/** Seconds. Of what is longer, only pictures that stand for themselves are decoded: there are enough of them. */
const LONG = 120;

export async function drawContactSheet(
  ffmpeg: Ffmpeg,
  source: string,
  destination: string,
  film: Film,
  signal?: AbortSignal,
): Promise<SheetShape> {
  requireDecodable(film);
  const shape = sheetShape(film);
  const skipping = film.duration > LONG ? ["-skip_frame", "nokey"] : [];
  const reading = ["-reinit_filter", "0", ...skipping];
  for (const quality of QUALITIES) {
    await runFfmpeg(ffmpeg, source, { ...film, reading, signal }, [
      ...["-map", "0:v:0", "-an", "-sn", "-dn", "-vf", filter(shape), "-frames:v", "1"],
      ...["-pix_fmt", "yuvj420p", "-q:v", String(quality), "-f", "mjpeg", destination],
    ]);
    if (Bun.file(destination).size <= LARGEST_SHEET_BYTES) break;
  }
  return shape;
}

/** The last picture is held, so that every place of the grid is taken. */
function filter({ tiles, seconds_each, tile_width: width, tile_height: height }: SheetShape) {
  const columns = Math.min(tiles, SHEET_COLUMNS);
  const rows = Math.ceil(tiles / SHEET_COLUMNS);
  return [
    `fps=1/${seconds_each}:start_time=0`,
    `scale=${width}:${height}`,
    "setsar=1",
    "tpad=stop=-1:stop_mode=clone",
    `tile=${columns}x${rows}:nb_frames=${tiles}`,
  ].join(",");
}
