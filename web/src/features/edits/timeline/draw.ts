import type { SheetShape } from "#contract/contact-sheets.ts";
import type { Waveform } from "#contract/edits.ts";
import { preciseTime } from "#web/features/edits/precise-time.ts";
import { tileAt } from "#web/lib/contact-sheet.ts";
import { formatDuration } from "#web/lib/format.ts";
import { placeOf, type Scale, secondsAt, ticksOf, widthOf } from "./scale.ts";

/** The rows of the timeline, in pixels from its top. */
export const RULER_PX = 24;
const PICTURES_PX = 52;
export const HEIGHT_PX = 132;
const BAR_PX = 3;
const FULL = 100;

export interface Drawing {
  scale: Scale;
  /** The part of the timeline that is in sight, in pixels. */
  from: number;
  width: number;
  waveform: Waveform | undefined;
  pictures: { image: HTMLImageElement; shape: SheetShape } | undefined;
}

/** Draws what is in sight, and no more: an hour that is looked at closely is very wide. */
export function draw(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { width } = drawing;
  const sharpness = devicePixelRatio || 1;
  canvas.width = width * sharpness;
  canvas.height = HEIGHT_PX * sharpness;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const { color, fontFamily } = getComputedStyle(canvas);
  pen.scale(sharpness, sharpness);
  pen.translate(-drawing.from, 0);
  pen.fillStyle = color;
  pen.font = `11px ${fontFamily}`;
  drawTimes(pen, drawing);
  drawPictures(pen, drawing);
  drawSound(pen, drawing);
}

function drawTimes(pen: CanvasRenderingContext2D, { scale, from, width }: Drawing) {
  const ticks = ticksOf(scale, secondsAt(scale, from), secondsAt(scale, from + width));
  const written = ticks.some((tick) => tick % 1 !== 0) ? preciseTime : formatDuration;
  for (const tick of ticks) {
    const x = Math.round(placeOf(scale, tick));
    pen.globalAlpha = 0.25;
    pen.fillRect(x, RULER_PX - 6, 1, 6);
    pen.globalAlpha = 0.75;
    // The last one has no room for its words beside the film.
    if (x + 32 < widthOf(scale)) pen.fillText(written(tick), x + 4, RULER_PX - 8);
  }
}

/** As many pictures as have room beside each other, each of the moment in its middle. */
function drawPictures(pen: CanvasRenderingContext2D, { scale, from, width, pictures }: Drawing) {
  if (!pictures) return;
  const { image, shape } = pictures;
  const step = (shape.tile_width / shape.tile_height) * PICTURES_PX;
  const [left, right] = [placeOf(scale, 0), placeOf(scale, scale.duration)];
  pen.globalAlpha = 1;
  pen.save();
  pen.beginPath();
  pen.rect(left, RULER_PX, right - left, PICTURES_PX);
  pen.clip();
  const first = Math.max(0, Math.floor((from - left) / step));
  for (let x = left + first * step; x < Math.min(right, from + width); x += step) {
    const tile = tileAt(shape, secondsAt(scale, x + step / 2));
    const cut = [tile.x, tile.y, shape.tile_width, shape.tile_height] as const;
    pen.drawImage(image, ...cut, x, RULER_PX, step, PICTURES_PX);
  }
  pen.restore();
}

/** The loudest of what a bar stands for; without a measure, a line says that there is a film. */
function drawSound(pen: CanvasRenderingContext2D, drawing: Drawing) {
  const { scale, from, width, waveform, pictures } = drawing;
  const top = RULER_PX + (pictures ? PICTURES_PX : 0);
  const room = HEIGHT_PX - top - 12;
  const middle = top + 6 + room / 2;
  const [left, right] = [placeOf(scale, 0), placeOf(scale, scale.duration)];
  pen.globalAlpha = 0.55;
  if (!waveform) return pen.fillRect(left, middle, right - left, 1);
  const { levels, seconds_each } = waveform;
  const indexAt = (x: number) => Math.floor(secondsAt(scale, x) / seconds_each);
  const first = Math.max(left, left + Math.floor((from - left) / BAR_PX) * BAR_PX);
  for (let x = first; x < Math.min(right, from + width); x += BAR_PX) {
    const heard = levels.slice(indexAt(x), indexAt(x + BAR_PX) + 1);
    const tall = Math.max(1, (room * Math.max(0, ...heard)) / FULL);
    pen.fillRect(x, middle - tall / 2, BAR_PX - 1, tall);
  }
}
