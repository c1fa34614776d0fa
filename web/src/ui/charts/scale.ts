/** The values that are drawn: one for each place along the axis, and a gap where nothing was measured. */
export type Values = readonly (number | null)[];

/** Round steps whose halves are round, too. */
const STEPS = [1, 2, 4, 6, 8, 10];

/** The next round number at or above: where an axis ends. */
export function roundTop(largest: number): number {
  if (!(largest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = STEPS.find((one) => one * power >= largest) ?? 10;
  return step * power;
}

export const largestOf = (all: readonly Values[]): number =>
  all.flat().reduce<number>((largest, value) => Math.max(largest, value ?? 0), 0);

interface Point {
  x: number;
  y: number;
}

/** The stretches between gaps, in a square of 100 by 100 whose origin is at the top left. */
export function stretches(values: Values, top: number): Point[][] {
  const found: Point[][] = [[]];
  for (const [i, value] of values.entries()) {
    if (value === null) found.push([]);
    else found.at(-1)?.push({ x: placeOf(i, values.length), y: heightOf(value, top) });
  }
  return found.filter((points) => points.length > 0);
}

/** Where the value of an index stands, in per cent of the width: in the middle of its own share. */
export const placeOf = (index: number, count: number) => ((index + 0.5) / count) * 100;

export const heightOf = (value: number, top: number) => 100 - (Math.min(value, top) / top) * 100;

/** The index under a point of the width, from 0 to 1. */
export const indexAt = (share: number, count: number) =>
  Math.min(count - 1, Math.max(0, Math.floor(share * count)));

export const linePath = (points: readonly Point[]) =>
  points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");

export function areaPath(points: readonly Point[]) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  return `${linePath(points)}L${round(last.x)} 100L${round(first.x)} 100Z`;
}

const round = (value: number) => Number(value.toFixed(2));
