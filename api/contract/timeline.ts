/** The ranges that an edit keeps, in seconds of the original: in order, and without overlap. */
export interface KeptRange {
  start: number;
  end: number;
}

/** Sums of fractions differ in their last digits; no frame and no sample is this short. */
export const SAME_MOMENT = 1e-6;
/** No picture is so short. */
const PICTURE = 0.001;

export const isNear = (a = 0, b = 0) => Math.abs(a - b) < PICTURE;

export const isSame = (one: readonly KeptRange[], other: readonly KeptRange[]): boolean =>
  one.length === other.length &&
  one.every(({ start, end }, at) => isNear(start, other[at]?.start) && isNear(end, other[at]?.end));

/** In order, without what is empty; ranges that touch or overlap are one. */
export function normalise(ranges: readonly KeptRange[]): KeptRange[] {
  const merged: KeptRange[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (end - start <= SAME_MOMENT) continue;
    const last = merged.at(-1);
    if (last && start <= last.end + SAME_MOMENT) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

export function lengthOfCut(kept: readonly KeptRange[]): number {
  return kept.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Where a moment of the original is on the cut; null where it was removed. */
export function toCut(kept: readonly KeptRange[], original: number): number | null {
  const { cut, isKept } = locate(kept, original);
  return isKept ? cut : null;
}

/** As `toCut`; a removed moment is at the seam where it would be. */
export function placeOnCut(kept: readonly KeptRange[], original: number): number {
  return locate(kept, original).cut;
}

/** The moment of the original that the cut shows; at a seam, the first one of what follows. */
export function toOriginal(kept: readonly KeptRange[], cut: number): number {
  const ranges = placed(kept);
  const range = ranges[Math.max(0, lastFrom(ranges, "base", cut))];
  if (!range || cut >= range.base + range.end - range.start - SAME_MOMENT)
    return kept.at(-1)?.end ?? 0;
  return range.start + Math.max(0, cut - range.base);
}

/** The stretches of the original that a stretch of the cut shows. */
export function stretchesShown(kept: readonly KeptRange[], { start, end }: KeptRange): KeptRange[] {
  const ranges = placed(kept);
  return ranges
    .slice(Math.max(0, lastFrom(ranges, "base", start)), lastFrom(ranges, "base", end) + 1)
    .map((range) => ({
      start: Math.max(range.start, start + range.start - range.base),
      end: Math.min(range.end, end + range.start - range.base),
    }));
}

function locate(kept: readonly KeptRange[], original: number): { cut: number; isKept: boolean } {
  const ranges = placed(kept);
  const range = ranges[lastFrom(ranges, "start", original)];
  if (!range) return { cut: 0, isKept: false };
  if (original < range.end - SAME_MOMENT)
    return { cut: range.base + Math.max(0, original - range.start), isKept: true };
  // The very end is where a player stops, and what is said there stays.
  const isEnd = Math.abs(original - (kept.at(-1)?.end ?? Infinity)) <= SAME_MOMENT;
  return { cut: range.base + range.end - range.start, isKept: isEnd };
}

/** A range, and where it begins on the cut. */
type Placed = KeptRange & { base: number };

const known = new WeakMap<readonly KeptRange[], Placed[]>();

/** Asked for each word that is said in a film, and counted once. */
export function placed(kept: readonly KeptRange[]): Placed[] {
  const before = known.get(kept);
  if (before) return before;
  let base = 0;
  const ranges = kept.map(({ start, end }) => {
    const range = { start, end, base };
    base = base + end - start; // in the order in which a length is summed up
    return range;
  });
  known.set(kept, ranges);
  return ranges;
}

/** The index of the last range that begins at this moment or before it; -1 where there is none. */
function lastFrom(ranges: readonly Placed[], begin: "start" | "base", moment: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[begin] ?? Infinity) <= moment + SAME_MOMENT) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
