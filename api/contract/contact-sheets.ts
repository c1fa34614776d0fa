import { z } from "zod";

/** Small pictures of a video in rows of so many, one for each stretch of it: what a player shows under the pointer. */
export const SHEET_COLUMNS = 10;
export const MOST_TILES = 100;
/** The longer side of each, in pixels. */
const TILE_SIDE = 160;
export const LARGEST_SHEET_BYTES = 300_000;

const side = z.coerce.number().int().min(1).max(TILE_SIDE);

export const SheetShape = z.object({
  tiles: z.coerce.number().int().min(1).max(MOST_TILES).describe("How many pictures there are"),
  seconds_each: z.coerce
    .number()
    .min(0.1)
    .max(86_400)
    .describe("How much of the recording each is of"),
  tile_width: side.describe("Pixels of one picture"),
  tile_height: side.describe("Pixels of one picture"),
});
export type SheetShape = z.infer<typeof SheetShape>;

export const ContactSheet = SheetShape.extend({
  path: z.string().describe("Of the JPEG; it changes with the picture"),
});

/** A picture made small, in its own shape. */
export function tileSize(width: number, height: number) {
  const scale = TILE_SIDE / Math.max(width, height, 1);
  const side = (length: number) => Math.min(TILE_SIDE, Math.max(1, Math.round(length * scale)));
  return { tile_width: side(width), tile_height: side(height) };
}
