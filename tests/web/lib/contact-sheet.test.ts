import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_TILES, tileSize } from "#contract/contact-sheets.ts";
import { noTiles, sheetSize, thinned, tileAt, whatIsDue } from "#web/lib/contact-sheet.ts";

const tile = { tile_width: 160, tile_height: 90 };

describe("a sheet of pictures", () => {
  it("has that of each moment in rows of ten", () => {
    const shape = { ...tile, tiles: 23, seconds_each: 2 };
    expect(tileAt(shape, 0)).toEqual({ x: 0, y: 0 });
    expect(tileAt(shape, 1.99)).toEqual({ x: 0, y: 0 });
    expect(tileAt(shape, 19)).toEqual({ x: 9 * 160, y: 0 });
    expect(tileAt(shape, 20)).toEqual({ x: 0, y: 90 });
    expect(tileAt(shape, 500), "past the last").toEqual({ x: 2 * 160, y: 180 });
    expect(tileAt(shape, -1)).toEqual({ x: 0, y: 0 });
    expect(sheetSize(shape)).toEqual({ width: 1600, height: 270 });
    expect(sheetSize({ ...tile, tiles: 3 })).toEqual({ width: 480, height: 90 });
  });

  it("has them in the video's shape", () => {
    expect(tileSize(1920, 1080)).toEqual(tile);
    expect(tileSize(1080, 1920)).toEqual({ tile_width: 90, tile_height: 160 });
    expect(tileSize(4000, 3)).toEqual({ tile_width: 160, tile_height: 1 });
  });

  it("grows with a recording of any length, and shows each moment by a picture that was taken near it", () => {
    const steps = fc.array(fc.double({ min: 0.1, max: 90, noNaN: true }), { maxLength: 400 });
    fc.assert(
      fc.property(steps, (gaps) => {
        let growth = noTiles;
        let at: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          for (let due = whatIsDue(growth, now); due !== "nothing"; due = whatIsDue(growth, now)) {
            if (due === "picture") growth = { ...growth, tiles: at.push(now) };
            else {
              growth = thinned(growth);
              at = at.filter((_, index) => index % 2 === 0);
            }
          }
        }
        expect(growth.tiles).toBe(at.length);
        expect(growth.tiles).toBeLessThanOrEqual(MOST_TILES);
        if (now > 0) expect(growth.tiles * growth.seconds_each).toBeGreaterThan(now);
        const longest = Math.max(0, ...gaps);
        for (const [index, taken] of at.entries())
          expect(Math.abs(taken - index * growth.seconds_each)).toBeLessThanOrEqual(longest);
      }),
      { numRuns: 50 },
    );
  });
});
