import { MOST_TILES, SHEET_COLUMNS, type SheetShape } from "#contract/contact-sheets.ts";

export function tileAt(shape: SheetShape, seconds: number) {
  const tile = Math.floor(Math.max(0, seconds) / shape.seconds_each);
  return placeOf(Math.min(shape.tiles - 1, tile), shape);
}

type TileSize = Pick<SheetShape, "tile_width" | "tile_height">;

export const placeOf = (tile: number, { tile_width, tile_height }: TileSize) => ({
  x: (tile % SHEET_COLUMNS) * tile_width,
  y: Math.floor(tile / SHEET_COLUMNS) * tile_height,
});

export const sheetSize = ({
  tiles,
  tile_width,
  tile_height,
}: Omit<SheetShape, "seconds_each">) => ({
  width: Math.min(tiles, SHEET_COLUMNS) * tile_width,
  height: Math.ceil(tiles / SHEET_COLUMNS) * tile_height,
});

/** How a sheet grows with a recording whose length nobody knows. */
export type Growth = Pick<SheetShape, "tiles" | "seconds_each">;
export const noTiles: Growth = { tiles: 0, seconds_each: 1 };

/** The next step of a sheet at a moment: nothing, another picture, or first to let every second one go. */
export function whatIsDue({ tiles, seconds_each }: Growth, seconds: number) {
  if (seconds < tiles * seconds_each) return "nothing";
  return tiles === MOST_TILES ? "thinning" : "picture";
}

export const thinned = ({ tiles, seconds_each }: Growth): Growth => ({
  tiles: Math.ceil(tiles / 2),
  seconds_each: seconds_each * 2,
});
