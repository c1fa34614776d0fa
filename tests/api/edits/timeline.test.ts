import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type KeptRange,
  lengthOfCut,
  normalise,
  placeOnCut,
  stretchesShown,
  toCut,
  toOriginal,
} from "#contract/timeline.ts";

const milliseconds = (most: number) => fc.integer({ min: 1, max: most }).map((ms) => ms / 1000);

/** Removed and kept parts by turns; the first removed part may be none. */
const edits = fc
  .array(fc.tuple(milliseconds(4000), milliseconds(4000)), { minLength: 1, maxLength: 12 })
  .map((parts) => {
    let at = -(parts[0]?.[0] ?? 0);
    return parts.map(([removed, length]): KeptRange => {
      const start = at + removed;
      at = start + length;
      return { start, end: at };
    });
  });

const moments = fc.double({ min: 0, max: 1, noNaN: true });

test("a moment of the cut is found again by way of the original", () => {
  fc.assert(
    fc.property(edits, moments, (kept, share) => {
      const moment = share * lengthOfCut(kept);
      expect(toCut(kept, toOriginal(kept, moment))).toBeCloseTo(moment, 5);
    }),
  );
});

test("a moment of the original is kept and comes back, or is removed and lies on a seam", () => {
  fc.assert(
    fc.property(edits, moments, (kept, share) => {
      const moment = share * 60;
      const onCut = toCut(kept, moment);
      const isInside = kept.some(({ start, end }) => moment > start + 1e-5 && moment < end - 1e-5);
      const isOutside = kept.every(
        ({ start, end }) => moment < start - 1e-5 || moment > end + 1e-5,
      );
      if (isInside) expect(toOriginal(kept, onCut ?? Number.NaN)).toBeCloseTo(moment, 5);
      if (!isOutside) return;
      expect(onCut).toBeNull();
      const before = kept.filter(({ end }) => end < moment);
      expect(placeOnCut(kept, moment)).toBeCloseTo(lengthOfCut(before), 5);
    }),
  );
});

test("the order of moments is kept, both ways", () => {
  fc.assert(
    fc.property(edits, moments, moments, (kept, one, other) => {
      const [early, late] = [Math.min(one, other) * 60, Math.max(one, other) * 60];
      expect(placeOnCut(kept, early)).toBeLessThanOrEqual(placeOnCut(kept, late) + 1e-5);
      expect(toOriginal(kept, early)).toBeLessThanOrEqual(toOriginal(kept, late) + 1e-5);
    }),
  );
});

test("a seam is the first moment of what follows it", () => {
  fc.assert(
    fc.property(edits, (kept) => {
      for (const [index, { start }] of kept.entries())
        expect(toOriginal(kept, lengthOfCut(kept.slice(0, index)))).toBe(start);
    }),
  );
});

test("an edit of a cut shows what the two show one after the other", () => {
  fc.assert(
    fc.property(edits, edits, moments, (first, second, share) => {
      const length = lengthOfCut(first);
      const clamped = second.map(({ start, end }) => ({ start, end: Math.min(end, length) }));
      const edit = normalise(clamped);
      const both = normalise(edit.flatMap((range) => stretchesShown(first, range)));
      expect(lengthOfCut(both)).toBeCloseTo(lengthOfCut(edit), 4);
      const moment = share * lengthOfCut(edit);
      const original = toOriginal(first, toOriginal(edit, moment));
      expect(placeOnCut(both, original)).toBeCloseTo(moment, 4);
    }),
  );
});

test("normal ranges are in order, apart, and cover what they covered", () => {
  fc.assert(
    fc.property(edits, edits, moments, (one, other, share) => {
      const all = [...other, ...one];
      const normal = normalise(all);
      for (const [index, { start }] of normal.entries())
        expect(start).toBeGreaterThan(normal[index - 1]?.end ?? -1);
      const covers = (ranges: KeptRange[]) =>
        ranges.some(({ start, end }) => share * 60 > start + 1e-5 && share * 60 < end - 1e-5);
      if (covers(all)) expect(toCut(normal, share * 60)).not.toBeNull();
      if (toCut(normal, share * 60) === null) expect(covers(all)).toBe(false);
    }),
  );
});

test("the very end of the last range is on the cut, the end of another is not", () => {
  const kept = [
    { start: 1, end: 2 },
    { start: 3, end: 4 },
  ];
  expect(toCut(kept, 2)).toBeNull();
  expect(toCut(kept, 4)).toBe(2);
});

test("a film of many parts is read once, however many moments are looked up in it", () => {
  let read = 0;
  const kept = Array.from({ length: 1000 }, (_, at) => ({
    get start() {
      read++;
      return at * 2;
    },
    end: at * 2 + 1,
  }));
  for (let moment = 0; moment < 2000; moment++) {
    placeOnCut(kept, moment);
    toOriginal(kept, moment / 2);
    stretchesShown(kept, { start: moment / 2, end: moment / 2 + 1 });
  }
  expect(read).toBeLessThanOrEqual(1000);
});

test("a stretch of the cut shows stretches of the original that are as long together", () => {
  fc.assert(
    fc.property(edits, moments, moments, (kept, one, other) => {
      const whole = lengthOfCut(kept);
      const [start, end] = [Math.min(one, other) * whole, Math.max(one, other) * whole];
      const shown = stretchesShown(kept, { start, end });
      expect(lengthOfCut(shown)).toBeCloseTo(end - start, 4);
      for (const stretch of shown) expect(toCut(kept, stretch.start)).not.toBeNull();
    }),
  );
});
