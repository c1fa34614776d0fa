import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  beginEditing,
  cueAt,
  type Edit,
  type Editing,
  isChanged,
  next,
  toStore,
} from "#web/features/subtitles/editor/editing.ts";

const words = [
  { start: 1, end: 3, text: "Hello there" },
  { start: 3.5, end: 5, text: "How are you?" },
  { start: 8, end: 9, text: "Good" },
];
const begun = () => beginEditing(words, 10);
const edited = (...edits: Edit[]) => edits.reduce(next, begun());
const refusalOf = (edit: Edit) => {
  const state = edited(edit);
  expect(toStore(state)).toEqual(words);
  return state.refusal;
};

describe("an edit of subtitles", () => {
  it("splits at a letter, at the moment that is shown if it lies within", () => {
    const shown = edited({ do: "split", id: 0, at: 5, moment: 2.5 });
    expect(toStore(shown).slice(0, 2)).toEqual([
      { start: 1, end: 2.5, text: "Hello" },
      { start: 2.5, end: 3, text: "there" },
    ]);
    expect(shown.caret).toEqual({ id: 3, at: 0 });
    const elsewhere = edited({ do: "split", id: 2, at: 1, moment: 2.5 });
    expect(toStore(elsewhere).slice(2)).toEqual([
      { start: 8, end: 8.25, text: "G" },
      { start: 8.25, end: 9, text: "ood" },
    ]);
  });

  it("joins a line with the next, and puts the caret between them", () => {
    const state = edited({ do: "join", id: 0 });
    expect(toStore(state)[0]).toEqual({ start: 1, end: 5, text: "Hello there How are you?" });
    expect(state.caret).toEqual({ id: 0, at: 11 });
    const empty = edited({ do: "insert", moment: 6 }, { do: "join", id: 3 });
    expect(toStore(empty)[2]).toEqual({ start: 6, end: 9, text: "Good" });
    expect(refusalOf({ do: "join", id: 2 })).toBe("There is nothing after this to join it with");
  });

  it("shifts one line or all", () => {
    expect(toStore(edited({ do: "time", id: 1, start: 3.75, end: 5.25 }))[1]).toMatchObject({
      start: 3.75,
      end: 5.25,
    });
    expect(toStore(edited({ do: "shift", by: -0.5 })).map(({ start }) => start)).toEqual([
      0.5, 3, 7.5,
    ]);
  });

  it("adds a line where there is room, and takes one away", () => {
    const state = edited({ do: "insert", moment: 6 });
    expect(state.cues.map(({ start, end, text }) => [start, end, text])).toEqual([
      [1, 3, "Hello there"],
      [3.5, 5, "How are you?"],
      [6, 8, ""],
      [8, 9, "Good"],
    ]);
    expect(state.caret?.id).toBe(state.cues[2]?.id);
    expect(edited({ do: "remove", id: 2 }).caret?.id).toBe(1);
    expect(refusalOf({ do: "insert", moment: 2 })).toBe("There is a line at this moment already");
    expect(refusalOf({ do: "insert", moment: 9.95 })).toBe(
      "There is no room for another line here",
    );
  });

  it.each<[Edit, string]>([
    [{ do: "time", id: 0, start: 2, end: 2 }, "A line ends after it begins"],
    [{ do: "time", id: 0, start: -1, end: 2 }, "A line begins at 0:00 or later"],
    [{ do: "time", id: 1, start: 2.9, end: 5 }, "This would overlap the line before"],
    [{ do: "time", id: 0, start: 1, end: 3.6 }, "This would overlap the line after"],
    [{ do: "time", id: 2, start: 8, end: 10.5 }, "This would end after the recording"],
    [{ do: "time", id: 2, start: Number.NaN, end: 9 }, "A line begins at 0:00 or later"],
    [{ do: "time", id: 1, start: 7.5, end: 9 }, "This would overlap the line after"],
    [{ do: "shift", by: -1.1 }, "The first line would begin before the recording"],
    [{ do: "shift", by: 1.1 }, "The last line would end after the recording"],
  ])("%o is refused in words", (edit, said) => {
    expect(refusalOf(edit)).toBe(said);
  });

  it("shifts no line past the end, where another than the last one ends latest", () => {
    const words = [
      { start: 0, end: 9, text: "One" },
      { start: 3, end: 5, text: "Two" },
    ];
    const shifted = (by: number) => next(beginEditing(words, 10), { do: "shift", by });
    expect(shifted(2).refusal).toBe("The last line would end after the recording");
    expect(shifted(1)).toMatchObject({ refusal: null, cues: [{ end: 10 }, { end: 6 }] });
  });

  it("leaves overlaps of others as they are, and lets them only shrink", () => {
    const overlapping = beginEditing(
      [
        { start: 0, end: 4, text: "One" },
        { start: 3, end: 5, text: "Two" },
      ],
      null,
    );
    expect(next(overlapping, { do: "write", id: 0, text: "Uno" }).refusal).toBeNull();
    expect(next(overlapping, { do: "time", id: 0, start: 0, end: 3.5 }).refusal).toBeNull();
    expect(next(overlapping, { do: "time", id: 0, start: 0, end: 4.5 }).refusal).toBe(
      "This would overlap the line after",
    );
  });

  it("mends what others let overlap or run past the end, without losing time", () => {
    const foreign = beginEditing(
      [
        { start: 0, end: 6, text: "One" },
        { start: 3, end: 5, text: "Two" },
        { start: 8, end: 12, text: "Three" },
      ],
      10,
    );
    expect(toStore(next(foreign, { do: "join", id: 0 }))[0]?.end).toBe(6);
    expect(next(foreign, { do: "time", id: 2, start: 8.5, end: 12 }).refusal).toBeNull();
    const moved = [{ start: 1, end: 11, text: "All" }];
    expect(next(beginEditing(moved, 10), { do: "shift", by: -0.5 }).cues).toMatchObject([
      { start: 0.5, end: 10.5 },
    ]);
  });

  it("is a step of its own after another was taken back", () => {
    const again = edited(
      { do: "write", id: 0, text: "Hi" },
      { do: "write", id: 1, text: "You?" },
      { do: "undo" },
      { do: "write", id: 0, text: "Hi!" },
      { do: "undo" },
    );
    expect(again.cues[0]?.text).toBe("Hi");
  });

  it("is taken back and done again, a word at a time", () => {
    const written = edited(
      { do: "write", id: 2, text: "Goo" },
      { do: "write", id: 2, text: "Go" },
      { do: "write", id: 0, text: "Hi" },
    );
    const once = next(written, { do: "undo" });
    expect(toStore(once)).toMatchObject([{ text: "Hello there" }, {}, { text: "Go" }]);
    const twice = next(once, { do: "undo" });
    expect(toStore(twice)).toEqual(words);
    expect(isChanged(twice)).toBe(false);
    expect(toStore(next(next(twice, { do: "redo" }), { do: "redo" }))).toEqual(toStore(written));
  });

  it("is unsaved until what was sent is stored", () => {
    const written = edited({ do: "write", id: 0, text: "Hi" });
    const later = next(written, { do: "write", id: 1, text: "And you?" });
    expect(isChanged(written)).toBe(true);
    expect(isChanged({ ...written, stored: written.cues })).toBe(false);
    expect(isChanged({ ...later, stored: written.cues })).toBe(true);
    expect(isChanged(edited({ do: "write", id: 0, text: "Hello there" }))).toBe(false);
  });
});

test.each<Edit>([
  { do: "insert", moment: Number.NaN },
  { do: "insert", moment: Number.POSITIVE_INFINITY },
  { do: "time", id: 0, start: Number.NaN, end: 3 },
  { do: "time", id: 0, start: 1, end: Number.NaN },
  { do: "shift", by: Number.NEGATIVE_INFINITY },
  { do: "shift", by: Number.NaN },
])("what is no time changes nothing: %o", (edit) => {
  for (const duration of [10, null])
    expect(next({ ...begun(), duration }, edit).cues).toEqual(begun().cues);
});

test("the cue at a moment is the one that is shown then", () => {
  const at = (moment: number) => cueAt(words, moment)?.text;
  expect([0, 1, 2.99, 3, 3.5, 8.5, 9].map(at)).toEqual([
    undefined,
    "Hello there",
    "Hello there",
    undefined,
    "How are you?",
    "Good",
    undefined,
  ]);
});

const id = fc.integer({ min: 0, max: 8 });
const noTimes = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const seconds = fc.oneof(
  { weight: 20, arbitrary: fc.double({ min: -3, max: 13, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(...noTimes) },
);
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constant("write" as const), id, text: fc.string() }),
  fc.record({ do: fc.constant("time" as const), id, start: seconds, end: seconds }),
  fc.record({ do: fc.constant("split" as const), id, at: fc.integer(), moment: seconds }),
  fc.record({ do: fc.constant("join" as const), id }),
  fc.record({ do: fc.constant("shift" as const), by: seconds }),
  fc.record({ do: fc.constant("insert" as const), moment: seconds }),
  fc.record({ do: fc.constant("remove" as const), id }),
  fc.record({ do: fc.constantFrom("undo" as const, "redo" as const) }),
);

describe("any edits of valid subtitles", () => {
  it("leave valid subtitles", () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 30 }), (edits) => {
        const state = edits.reduce(next, begun());
        expectValid(state);
        expect(new Set(state.cues.map((cue) => cue.id)).size).toBe(state.cues.length);
      }),
    );
  });

  it("are all taken back, and all done again", () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 20 }), (edits) => {
        const state = edits.filter((edit) => edit.do !== "undo").reduce(next, begun());
        const back = state.past.reduce((now) => next(now, { do: "undo" }), state);
        expect(back.cues).toBe(back.stored);
        const again = state.past.reduce((now) => next(now, { do: "redo" }), back);
        expect(again.cues).toEqual(state.cues);
      }),
    );
  });
});

function expectValid({ cues }: Editing) {
  for (const [index, { start, end }] of cues.entries()) {
    expect(start).toBeGreaterThanOrEqual(cues[index - 1]?.end ?? 0);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(10);
    expect(Math.round(start * 1000) / 1000).toBe(start);
  }
}
