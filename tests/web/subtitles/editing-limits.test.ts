import { describe, expect, it } from "vitest";
import {
  beginEditing,
  type Edit,
  isChanged,
  next,
  toStore,
} from "#web/features/subtitles/editor/editing.ts";

type Line = [start: number, end: number, text: string];

const begin = (lines: Line[], duration: number | null = 10) =>
  beginEditing(
    lines.map(([start, end, text]) => ({ start, end, text })),
    duration,
  );
/** The lines after the edits, and what is said about the last one. */
function edited(
  lines: Line[],
  edits: Edit[],
  duration: number | null = 10,
): [Line[], string | null] {
  const { cues, refusal } = edits.reduce(next, begin(lines, duration));
  return [cues.map(({ start, end, text }): Line => [start, end, text]), refusal];
}

const split = (at: number, moment: number): Edit => ({ do: "split", id: 0, at, moment });
const insert = (moment: number): Edit => ({ do: "insert", moment });
const TOO_SHORT = "This is too short to be split";
const TAKEN = "There is a line at this moment already";
const NO_ROOM = "There is no room for another line here";

describe("a line that is split", () => {
  it.each<[string, Line, Edit, Line[], string | null]>([
    [
      "as short as two can be",
      [1, 1.2, "ab"],
      split(1, 9),
      [
        [1, 1.1, "a"],
        [1.1, 1.2, "b"],
      ],
      null,
    ],
    ["shorter", [1, 1.19, "ab"], split(1, 9), [[1, 1.19, "ab"]], TOO_SHORT],
    [
      "without words",
      [0, 4, ""],
      split(0, 9),
      [
        [0, 2, ""],
        [2, 4, ""],
      ],
      null,
    ],
    [
      "before its only letter",
      [0, 4, "a"],
      split(0, 9),
      [
        [0, 0.1, ""],
        [0.1, 4, "a"],
      ],
      null,
    ],
    [
      "behind its last letter",
      [0, 4, "ab"],
      split(2, 9),
      [
        [0, 3.9, "ab"],
        [3.9, 4, ""],
      ],
      null,
    ],
    [
      "far behind it",
      [0, 4, "ab"],
      split(99, 9),
      [
        [0, 3.9, "ab"],
        [3.9, 4, ""],
      ],
      null,
    ],
    [
      "before the first",
      [0, 4, "ab"],
      split(-1, 9),
      [
        [0, 0.1, ""],
        [0.1, 4, "ab"],
      ],
      null,
    ],
    [
      "at the first moment it can be",
      [0, 4, "ab"],
      split(1, 0.1),
      [
        [0, 0.1, "a"],
        [0.1, 4, "b"],
      ],
      null,
    ],
    [
      "at the last",
      [0, 4, "ab"],
      split(1, 3.9),
      [
        [0, 3.9, "a"],
        [3.9, 4, "b"],
      ],
      null,
    ],
    [
      "too near its begin for the moment",
      [0, 4, "ab"],
      split(1, 0.09),
      [
        [0, 2, "a"],
        [2, 4, "b"],
      ],
      null,
    ],
    [
      "too near its end",
      [0, 4, "ab"],
      split(1, 3.91),
      [
        [0, 2, "a"],
        [2, 4, "b"],
      ],
      null,
    ],
    [
      "between two words",
      [0, 4, "a  b"],
      split(2, 2),
      [
        [0, 2, "a"],
        [2, 4, "b"],
      ],
      null,
    ],
  ])("%s", (_, line, edit, lines, said) => {
    expect(edited([line], [edit])).toEqual([lines, said]);
  });
});

describe("a line that is added", () => {
  const lines: Line[] = [
    [2, 3, "A"],
    [3.1, 4, "B"],
    [4.05, 9, "C"],
  ];
  const added = (moment: number, duration: number | null = 10) => {
    const [after, said] = edited(lines, [insert(moment)], duration);
    return (
      said ?? after.flatMap(([start, end, text], place) => (text ? [] : [[place, start, end]]))[0]
    );
  };

  it.each([
    [-1, [0, 0, 2]],
    [0, [0, 0, 2]],
    [0.5, [0, 0.5, 2]],
    [1.9, [0, 1.9, 2]],
    [1.91, NO_ROOM],
    [2, TAKEN],
    [2.999, TAKEN],
    [3, [1, 3, 3.1]],
    [3.01, NO_ROOM],
    [4, NO_ROOM],
    [9, [3, 9, 10]],
    [9.9, [3, 9.9, 10]],
    [9.91, NO_ROOM],
    [10, NO_ROOM],
  ])("at %d is the %j", (moment, what) => {
    expect(added(moment)).toEqual(what);
  });

  it("lasts two seconds where there is room, as where nobody knows how long the video is", () => {
    expect(added(9, null)).toEqual([3, 9, 11]);
    expect(edited([], [insert(1.23456)], null)).toEqual([[[1.235, 3.235, ""]], null]);
  });
});

describe("the times of a line", () => {
  const time = (id: number, start: number, end: number): Edit => ({ do: "time", id, start, end });
  const foreign: Line[] = [
    [0, 4, "A"],
    [3, 5, "B"],
    [6, 11, "C"],
  ];

  it.each<[Edit, string | null]>([
    [time(1, 3, 4.5), null],
    [time(1, 2.9, 5), "This would overlap the line before"],
    [time(1, 4, 6), null],
    [time(1, 4, 6.001), "This would overlap the line after"],
    [time(2, 5, 11), null],
    [time(2, 6, 10), null],
    [time(2, 6, 11.001), "This would end after the recording"],
    [time(0, 0, 4), null],
    [time(0, 3.5, 4), "This would begin after the line after"],
    [time(9, 0, 1), null],
  ])("may touch the next and the end: %o", (edit, said) => {
    expect(edited(foreign, [edit])[1]).toBe(said);
  });

  it("are thousandths of a second, and no step to be taken back where they are as they were", () => {
    expect(edited([[1, 2, "A"]], [time(0, 1.00049, 2.0006)])).toEqual([[[1, 2.001, "A"]], null]);
    const same = next(begin([[1, 2, "A"]]), time(0, 1.0004, 2));
    expect([same.past, isChanged(same)]).toEqual([[], false]);
  });

  it("of all may be shifted to the very begin and end", () => {
    const shift = (by: number): Edit => ({ do: "shift", by });
    expect(edited([[1, 9, "A"]], [shift(-1)])).toEqual([[[0, 8, "A"]], null]);
    expect(edited([[1, 9, "A"]], [shift(1)])).toEqual([[[2, 10, "A"]], null]);
    expect(edited([[1, 9, "A"]], [shift(0.0004)])).toEqual([[[1, 9, "A"]], null]);
    expect(edited([], [shift(1)])).toEqual([[], null]);
  });
});

describe("what was taken back", () => {
  const write = (text: string): Edit => ({ do: "write", id: 0, text });
  const line: Line[] = [[0, 1, "A"]];

  it("cannot be done again once something else was done", () => {
    const [after] = edited(line, [write("B"), { do: "undo" }, write("C"), { do: "redo" }]);
    expect(after).toEqual([[0, 1, "C"]]);
  });

  it("leaves no words about an edit that was refused before, nor a caret", () => {
    const refused = [write("B"), { do: "join", id: 0 } as const].reduce(next, begin(line));
    expect(refused.refusal).not.toBeNull();
    expect(next(refused, { do: "undo" })).toMatchObject({ refusal: null, caret: null });
    expect(next(refused, write("C")).refusal).toBeNull();
    expect(next(refused, write("B")).refusal).toBeNull();
    expect(next(next(refused, { do: "undo" }), { do: "undo" }).cues).toMatchObject([{ text: "A" }]);
  });
});

describe("joined and removed lines", () => {
  it("keep the caret near, and one space between their words", () => {
    const lines: Line[] = [
      [0, 1, "A "],
      [1, 2, " B"],
      [2, 3, ""],
    ];
    const joined = next(begin(lines), { do: "join", id: 0 });
    expect([toStore(joined)[0]?.text, joined.caret]).toEqual(["A B", { id: 0, at: 1 }]);
    const withNothing = next(begin(lines), { do: "join", id: 1 });
    expect(toStore(withNothing)[1]).toEqual({ start: 1, end: 3, text: " B" });
    const removed = next(begin(lines), { do: "remove", id: 1 });
    expect(removed.caret).toEqual({ id: 2, at: 0 });
    const none = next(begin([[0, 1, "A"]]), { do: "remove", id: 0 });
    expect([none.cues, none.caret]).toEqual([[], null]);
  });
});
