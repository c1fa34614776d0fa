import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { tidyCues } from "#api/captions/cue.ts";
import { cutCues, cutGaps, hasRemoved, originalCues, withRemoved } from "#api/captions/cut-cues.ts";
import type { Cue } from "#contract/subtitles.ts";
import { type KeptRange, lengthOfCut, normalise, placeOnCut } from "#contract/timeline.ts";

const kept: KeptRange[] = [
  { start: 0, end: 2 },
  { start: 5, end: 8 },
];
const cue = (start: number, end: number, text: string): Cue => ({ start, end, text });
const spoken = (...said: [number, number, string][]) =>
  said.map(([start, end, text]) => ({ start, end, text }));

describe("a cue whose words have times", () => {
  const words = spoken(
    [1, 1.5, "The"],
    [1.5, 2, "password"],
    [3, 4, "hunter2"],
    [5, 6, "is"],
    [6, 7, "gone."],
  );
  const whole = { ...cue(1, 7, "The password hunter2\nis gone."), words };

  it("loses those that were removed, and keeps order, lines and spaces of the rest", () => {
    expect(cutCues([whole], kept)).toEqual([
      {
        ...cue(1, 4, "The password\nis gone."),
        words: spoken([1, 1.5, "The"], [1.5, 2, "password"], [2, 3, "is"], [3, 4, "gone."]),
      },
    ]);
  });

  it("keeps the sign before its first word, and a new line within what was removed", () => {
    const lines = { ...whole, text: "- The password\nhunter2 is gone." };
    expect(cutCues([lines], kept)).toMatchObject([{ text: "- The password\nis gone." }]);
  });

  it("begins and ends with its first and last kept word", () => {
    expect(cutCues([whole], [{ start: 2.9, end: 5 }])).toEqual([
      { ...cue(0.1, 1.1, "hunter2"), words: spoken([0.1, 1.1, "hunter2"]) },
    ]);
  });

  it("goes whole where no word is left, or where its text has words without a time", () => {
    expect(cutCues([whole], [{ start: 8, end: 9 }])).toEqual([]);
    const untimed = { ...whole, text: "The password hunter2 really\nis gone." };
    expect(cutCues([untimed], kept)).toEqual([]);
  });

  it.each([
    [1.98, "So"],
    [1.95, "So no"],
  ])("keeps a short word at a cut where half of it is heard: one from %d s on", (at, text) => {
    const words = spoken([1, at, "So"], [at, at + 0.08, "no"]);
    expect(cutCues([{ ...cue(1, at + 0.08, "So no"), words }], kept)).toMatchObject([{ text }]);
  });

  it("is known by its whole text to be of another film", () => {
    expect(hasRemoved([whole], [whole], kept)).toBe(true);
    expect(hasRemoved(cutCues([whole], kept), [whole], kept)).toBe(false);
  });

  it("is joined without spaces where it is written so", () => {
    const chinese = {
      ...cue(1, 6, "你好嗎"),
      words: spoken([1, 2, "你"], [3, 4, "好"], [5, 6, "嗎"]),
    };
    expect(cutCues([chinese], kept)).toMatchObject([{ text: "你嗎" }]);
  });
});

describe("a cue without times of its words", () => {
  it.each([
    ["stays where a tenth of a second was removed", cue(1, 2.1, "So"), [cue(1, 2, "So")]],
    ["goes where it is more", cue(1, 2.15, "So"), []],
    ["goes where all of it was removed, however short", cue(3, 3.05, "So"), []],
    ["goes where the removed part lies inside it", cue(1, 6, "So"), []],
    ["moves with the film", cue(6, 7, "So"), [cue(3, 4, "So")]],
  ])("%s", (_, original, expected) => {
    expect(cutCues([original], kept)).toEqual(expected);
  });
});

test("a stretch without words becomes as long as what is left of it", () => {
  const gaps = [
    { start: 1, end: 6, error: "Why" },
    { start: 3, end: 4, error: "Why" },
  ];
  expect(cutGaps(gaps, kept)).toEqual([{ start: 1, end: 3, error: "Why" }]);
});

test("its owner sees a removed cue where the cut is, before what follows", () => {
  const original = [cue(3, 4, "hunter2"), cue(5, 6, "Next")];
  expect(withRemoved(cutCues(original, kept), original, kept)).toEqual([
    { ...cue(2, 2, "hunter2"), removed: true },
    cue(2, 3, "Next"),
  ]);
});

test("a cue written over a seam lies on both sides of it in the original, and is one again on the cut", () => {
  const written = [cue(1, 3, "Both")];
  const original = originalCues([], written, kept);
  expect(original).toEqual([cue(1, 2, "Both"), cue(5, 6, "Both")]);
  expect(cutCues(original, kept)).toEqual(written);
  expect(originalCues(original, [cue(1, 3, "Changed")], kept)).toEqual([
    cue(1, 2, "Changed"),
    cue(5, 6, "Changed"),
  ]);
});

test("a cue written behind the end of the film stays as long as it is", () => {
  expect(originalCues([], [cue(6, 7, "Credits")], kept)).toEqual([cue(9, 10, "Credits")]);
});

test("two who say the same on both sides of a seam stay two, where their words have times", () => {
  const yes = (start: number) => ({
    ...cue(start, start + 1, "Yes"),
    words: spoken([start, start + 1, "Yes"]),
  });
  expect(cutCues([yes(1), yes(5)], kept)).toEqual([yes(1), yes(2)]);
});

test("a list with the text of a removed part at its time is of another film", () => {
  const original = [cue(1, 1.5, "Hello"), cue(3, 4, "hunter2")];
  expect(hasRemoved(original, original, kept)).toBe(true);
  expect(hasRemoved([cue(1, 1.5, "Hello"), cue(3, 4, "Mine")], original, kept)).toBe(false);
});

const LENGTH = 40;
const seconds = fc.integer({ min: 0, max: LENGTH * 1000 }).map((ms) => ms / 1000);
const edits = fc
  .array(fc.tuple(seconds, seconds), { minLength: 1, maxLength: 6 })
  .map((pairs) =>
    normalise(pairs.map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))),
  )
  .filter((ranges) => ranges.length > 0);

/** Cues one after the other; every word is another, so that each is found again. */
const speech = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 0, max: 900 }),
      words: fc.array(fc.integer({ min: 150, max: 900 }), { minLength: 1, maxLength: 5 }),
      isTimed: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((said) => {
    let at = 0;
    let count = 0;
    return said.map(({ pause, words: lengths, isTimed }): Cue => {
      at += pause;
      const start = at / 1000;
      const words = lengths.map((length) => {
        const word = { start: at / 1000, end: (at + length) / 1000, text: `w${++count}.` };
        at += length;
        return word;
      });
      const text = words.map((word) => word.text).join(" ");
      return { start, end: at / 1000, text, ...(isTimed && { words }) };
    });
  });

const timesOf = (cues: readonly Cue[]) =>
  cues.flatMap(({ text, words, start, end }): [string, KeptRange][] =>
    words
      ? words.map((word) => [word.text, word])
      : text.split(" ").map((word) => [word, { start, end }]),
  );
const removedOf = ({ start, end }: { start: number; end: number }, film: KeptRange[]) =>
  end - start - (placeOnCut(film, end) - placeOnCut(film, start));

describe("for any speech and any edit", () => {
  it("no word is left of which more than a tenth of a second was removed, and all others are", () => {
    fc.assert(
      fc.property(speech, edits, (cues, film) => {
        const said = new Set(cutCues(cues, film).flatMap(({ text }) => text.split(/\s/)));
        for (const [text, span] of timesOf(cues)) {
          const isHeard = removedOf(span, film) < 0.0999 && span.end - span.start > 0.2;
          if (removedOf(span, film) > 0.1001) expect(said).not.toContain(text);
          else if (isHeard) expect(said).toContain(text);
        }
        for (const { words = [], text } of cutCues(cues, film))
          for (const word of words) expect(text).toContain(word.text);
      }),
    );
  });

  it("cues stay in order, inside the film, and are tidy", () => {
    fc.assert(
      fc.property(speech, edits, (cues, film) => {
        const cut = cutCues(cues, film);
        expect(tidyCues(cut)).toEqual(cut);
        for (const [n, { start, end }] of cut.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThanOrEqual((cut[n - 1]?.end ?? 0) - 0.0021);
          expect(end).toBeLessThanOrEqual(lengthOfCut(film) + 0.002);
        }
      }),
    );
  });

  it("what nobody touched comes back whole, by way of any other edit", () => {
    fc.assert(
      fc.property(speech, edits, edits, (cues, one, other) => {
        const back = originalCues(cues, cutCues(cues, one), one);
        expect(back).toEqual(cues);
        const again = originalCues(back, cutCues(back, other), other);
        expect(again).toEqual(cues);
      }),
    );
  });

  it("what was deleted stays deleted, and what is hidden stays", () => {
    fc.assert(
      fc.property(speech, edits, (cues, film) => {
        const shown = new Set(cutCues(cues, film).flatMap(({ text }) => text.split(" ")));
        const left = originalCues(cues, [], film);
        for (const { text } of left)
          for (const word of text.split(" ")) expect(shown).not.toContain(word);
        expect(cutCues(left, film)).toEqual([]);
        const hidden = cues.filter(({ text }) => text.split(" ").every((word) => !shown.has(word)));
        expect(left).toEqual(hidden);
      }),
    );
  });

  it("what is written on the cut is there after a way to the original and back", () => {
    fc.assert(
      fc.property(speech, edits, (cues, film) => {
        const length = lengthOfCut(film);
        const written = cues.filter(({ end }) => end < length);
        const back = cutCues(originalCues([], written, film), film);
        expect(back.map(({ text }) => text)).toEqual(written.map(({ text }) => text));
        for (const [n, { start, end }] of back.entries()) {
          expect(Math.abs(start - (written[n]?.start ?? 0))).toBeLessThan(0.11);
          expect(Math.abs(end - (written[n]?.end ?? 0))).toBeLessThan(0.11);
        }
      }),
    );
  });
});
