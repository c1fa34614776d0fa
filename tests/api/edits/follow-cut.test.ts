import fc from "fast-check";
import { expect, test } from "vitest";
import { placeChapters, placeMoments } from "#api/features/edits/follow-cut.ts";
import { type KeptRange, lengthOfCut, normalise, toCut, toOriginal } from "#contract/timeline.ts";

const LENGTH = 60;
const seconds = fc.integer({ min: 0, max: LENGTH * 1000 }).map((ms) => ms / 1000);
const edits = fc
  .array(fc.tuple(seconds, seconds), { minLength: 1, maxLength: 8 })
  .map((pairs) =>
    normalise(pairs.map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))),
  )
  .filter((ranges) => ranges.length > 0);
const lists = fc
  .uniqueArray(seconds, { maxLength: 20 })
  .map((moments) =>
    moments.map((at_seconds, n) => ({ id: String(n), at_seconds, original_at: null })),
  );

const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id);

test("moments that went to a cut, and from it to others, all come back to where they were", () => {
  fc.assert(
    fc.property(lists, fc.array(edits, { minLength: 1, maxLength: 4 }), (list, films) => {
      for (const place of [placeMoments, placeChapters]) {
        let there = place(list, null, films[0] ?? null);
        for (const [n, film] of films.slice(1).entries())
          there = place(there, films[n] ?? null, film);
        const back = place(there, films.at(-1) ?? null, null);
        expect(back.toSorted(byId)).toEqual(list.map((one) => ({ ...one, removed: false })));
      }
    }),
  );
});

test("two edits one after the other place moments as the second alone does", () => {
  fc.assert(
    fc.property(lists, edits, edits, (list, one, other) => {
      for (const place of [placeMoments, placeChapters])
        expect(place(place(list, null, one), one, other)).toEqual(place(list, null, other));
    }),
  );
});

test("a moment of a removed part is removed, and the order of all stays", () => {
  fc.assert(
    fc.property(lists, edits, (list, film) => {
      const placed = placeMoments(list, null, film);
      for (const [n, { at_seconds, removed }] of placed.entries()) {
        expect(removed).toBe(toCut(film, list[n]?.at_seconds ?? 0) === null);
        expect(at_seconds).toBeLessThanOrEqual(lengthOfCut(film) + 1e-9);
      }
      const inOrder = placed.toSorted((a, b) => (a.original_at ?? 0) - (b.original_at ?? 0));
      for (const [n, { at_seconds }] of inOrder.entries())
        expect(at_seconds).toBeGreaterThanOrEqual((inOrder[n - 1]?.at_seconds ?? 0) - 1e-9);
    }),
  );
});

test("a chapter begins with its first kept moment, and no two begin at once", () => {
  fc.assert(
    fc.property(lists, edits, (list, film) => {
      const placed = placeChapters(list, null, film);
      const seen = placed.filter(({ removed }) => !removed).map(({ at_seconds }) => at_seconds);
      expect(new Set(seen).size).toBe(seen.length);
      const moments = Array.from({ length: 600 }, (_, n) => (n + 0.5) / 10);
      for (const { original_at, at_seconds, removed } of placed) {
        const begins = original_at ?? 0;
        const next = Math.min(
          ...list.map((other) => other.at_seconds).filter((at) => at > begins),
          LENGTH,
        );
        const inside = moments.filter((at) => at > begins && at < next && isInside(film, at));
        if (removed) expect(inside).toEqual([]);
        else {
          const first = toOriginal(film, at_seconds);
          expect(first).toBeGreaterThanOrEqual(begins - 1e-6);
          expect(first).toBeLessThan(next);
          if (inside[0] !== undefined) expect(first).toBeLessThanOrEqual(inside[0] + 1e-6);
        }
      }
    }),
  );
});

const isInside = (film: KeptRange[], at: number) =>
  film.some(({ start, end }) => at > start + 1e-3 && at < end - 1e-3);
