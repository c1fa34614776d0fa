/** What an edit keeps, in seconds of the original: in order, and without overlap. */
export interface KeptRange {
  start: number;
  end: number;
}

/** Sums of fractions differ in their last digits; no frame and no sample is this short. */
const SAME_MOMENT = 1e-6;

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
  let base = 0;
  for (const { start, end } of kept) {
    const next = base + end - start;
    if (cut < next - SAME_MOMENT) return start + Math.max(0, cut - base);
    base = next;
  }
  return kept.at(-1)?.end ?? 0;
}

/** An edit of the cut, in the time of the cut, as one of the original. */
export function composeEdits(
  kept: readonly KeptRange[],
  editOfCut: readonly KeptRange[],
): KeptRange[] {
  let base = 0;
  const parts = kept.flatMap(({ start, end }) => {
    const shift = start - base;
    base += end - start;
    return editOfCut.map((range) => ({
      start: Math.max(start, range.start + shift),
      end: Math.min(end, range.end + shift),
    }));
  });
  return normalise(parts);
}

function locate(kept: readonly KeptRange[], original: number): { cut: number; isKept: boolean } {
  let base = 0;
  for (const { start, end } of kept) {
    if (original < start - SAME_MOMENT) return { cut: base, isKept: false };
    if (original < end - SAME_MOMENT)
      return { cut: base + Math.max(0, original - start), isKept: true };
    base += end - start;
  }
  // The very end is where a player stops, and what is said there stays.
  return { cut: base, isKept: Math.abs(original - (kept.at(-1)?.end ?? Infinity)) <= SAME_MOMENT };
}
