import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHORTEST_RANGE_SECONDS } from "#contract/edits.ts";
import { isSame, type KeptRange, lengthOfCut, normalise, toCut } from "#contract/timeline.ts";
import {
  beginEdit,
  type EditAction,
  type EditState,
  next,
  partAt,
  partsOf,
} from "#web/features/edits/edit-state.ts";

const LENGTH = 60;
const range = (start: number, end: number): KeptRange => ({ start, end });
const whole = beginEdit([range(0, LENGTH)], LENGTH);
const did = (state: EditState, ...actions: EditAction[]) => actions.reduce(next, state);
const keptAfter = (...actions: EditAction[]) =>
  did(whole, ...actions).kept.map(({ start, end }) => [start, end]);

describe("an edit", () => {
  const cases: [title: string, actions: EditAction[], kept: number[][]][] = [
    ["is trimmed at both ends", [trim("start", 5), trim("end", 50)], [[5, 50]]],
    ["is trimmed no further than its film", [trim("start", -3), trim("end", 99)], [[0, 60]]],
    [
      "is trimmed no further than its other end",
      [trim("end", 50), trim("start", 99)],
      [[49.95, 50]],
    ],
    ["is trimmed no further than its beginning", [trim("start", 5), trim("end", -3)], [[5, 5.05]]],
    [
      "loses a part, and keeps what is around it",
      [remove(10, 20)],
      [
        [0, 10],
        [20, 60],
      ],
    ],
    [
      "gets a part back",
      [remove(10, 20), back(12, 20)],
      [
        [0, 10],
        [12, 60],
      ],
    ],
    [
      "loses the parts before a start that passes over them",
      [remove(10, 20), trim("start", 30)],
      [[30, 60]],
    ],
    [
      "grows over what was trimmed, and no gap comes back",
      [trim("start", 30), remove(35, 40), trim("start", 5)],
      [
        [5, 35],
        [40, 60],
      ],
    ],
    [
      "has no step to come any more once something else was done",
      [remove(10, 20), { do: "undo" }, remove(30, 40), { do: "redo" }],
      [
        [0, 30],
        [40, 60],
      ],
    ],
    [
      "is cut elsewhere instead",
      [remove(10, 20), recut("end", range(10, 25), 1), recut("start", range(12, 25), 2)],
      [
        [0, 12],
        [25, 60],
      ],
    ],
    [
      "lets go of what is too short to be a part",
      [remove(10, 20), remove(20.02, 30)],
      [
        [0, 10],
        [30, 60],
      ],
    ],
    ["never loses everything", [remove(0, 60)], [[0, 60]]],
  ];
  it.each(cases)("%s", (_, actions, kept) => expect(keptAfter(...actions)).toEqual(kept));

  it("is divided by a split where it is kept, and nowhere twice", () => {
    const split = (at: number): EditAction => ({ do: "split", at });
    const { splits } = did(whole, remove(10, 20), split(5), split(5.01), split(15), split(20.01));
    expect(splits).toEqual([5]);
    const parts = partsOf(did(whole, remove(10, 20), split(5)));
    expect(parts.map(({ start, end, isKept }) => [start, end, isKept])).toEqual([
      [0, 5, true],
      [5, 10, true],
      [10, 20, false],
      [20, 60, true],
    ]);
    expect([partAt(parts, 5), partAt(parts, 60)]).toEqual([parts[1], parts[3]]);
  });

  it("takes all moves of one hold as one step, and brings back what the handle passed over", () => {
    const held = did(whole, remove(10, 20), trim("start", 30, 1), trim("start", 5, 1));
    expect(held.kept).toEqual([range(5, 10), range(20, 60)]);
    expect(held.past).toHaveLength(2);
    expect(did(held, { do: "undo" }).kept).toEqual([range(0, 10), range(20, 60)]);
    // Another hold is another step.
    expect(did(held, trim("start", 6, 2)).past).toHaveLength(3);
  });
});

describe("a removed part that is cut elsewhere", () => {
  it("stays selected, also at a moment between two thousandths", () => {
    const { selected, kept } = did(whole, remove(10, 20), recut("end", range(10, 20 + 1 / 30), 1));
    expect([selected, kept.at(-1)]).toEqual([range(10, 20.033), range(20.033, 60)]);
  });

  it("is one with another that it reaches, which is as it was when the hold goes back", () => {
    const two = did(whole, remove(10, 20), remove(30, 40));
    const reached = did(two, recut("end", range(10, 35), 1));
    expect([reached.selected, reached.kept]).toEqual([
      range(10, 40),
      [range(0, 10), range(40, 60)],
    ]);
    const back = did(reached, recut("end", range(10, 25), 1));
    expect([back.selected, back.kept.slice(1)]).toEqual([
      range(10, 25),
      [range(25, 30), range(40, 60)],
    ]);
  });
});

describe("what the parts of an edit do", () => {
  const second = fc.double({ min: 0, max: LENGTH, noNaN: true });
  const ranges = fc.tuple(second, second).map(([a, b]) => range(Math.min(a, b), Math.max(a, b)));
  const action = fc.oneof(
    fc.record({
      do: fc.constant("trim"),
      edge: fc.constantFrom("start", "end"),
      to: second,
      hold: fc.option(fc.nat(2), { nil: undefined }),
    }),
    fc.record({ do: fc.constant("split"), at: second }),
    fc.record({ do: fc.constant("remove"), ranges: fc.array(ranges, { maxLength: 4 }) }),
    fc.record({ do: fc.constant("bring back"), range: ranges }),
    fc.record({ do: fc.constantFrom("undo", "redo") }),
  ) as fc.Arbitrary<EditAction>; // the constants are those of its members
  const actions = fc.array(action, { maxLength: 25 });

  it("stays a list that can be saved, whatever is done", () => {
    fc.assert(
      fc.property(actions, (done) => {
        const { kept } = did(whole, ...done);
        expect(normalise(kept)).toEqual(kept);
        expect(kept.length).toBeGreaterThan(0);
        expect(Math.min(...kept.map(({ start, end }) => end - start))).toBeGreaterThanOrEqual(
          SHORTEST_RANGE_SECONDS - 1e-6,
        );
        expect(kept[0]?.start).toBeGreaterThanOrEqual(0);
        expect(kept.at(-1)?.end).toBeLessThanOrEqual(LENGTH);
      }),
    );
  });

  it("is taken back step by step to the beginning, and done again to the end", () => {
    fc.assert(
      fc.property(actions, (done) => {
        const end = did(whole, ...done.filter((one) => one.do !== "undo" && one.do !== "redo"));
        const steps = end.past.length;
        const undone = did(end, ...Array<EditAction>(steps).fill({ do: "undo" }));
        expect(isSame(undone.kept, whole.kept) && undone.splits.length === 0).toBe(true);
        const redone = did(undone, ...Array<EditAction>(steps).fill({ do: "redo" }));
        expect([redone.kept, redone.splits]).toEqual([end.kept, end.splits]);
      }),
    );
  });

  it("covers the film from its beginning to its end, and is kept where the cut shows it", () => {
    fc.assert(
      fc.property(actions, (done) => {
        const state = did(whole, ...done);
        const parts = partsOf(state);
        expect([parts[0]?.start, parts.at(-1)?.end]).toEqual([0, LENGTH]);
        for (const [at, { start, end, isKept }] of parts.entries()) {
          expect(start).toBe(parts[at - 1]?.end ?? 0);
          expect(toCut(state.kept, (start + end) / 2) !== null).toBe(isKept);
        }
        const shown = parts.filter(({ isKept }) => isKept);
        expect(lengthOfCut(shown)).toBeCloseTo(lengthOfCut(state.kept), 5);
      }),
    );
  });
});

function trim(edge: "start" | "end", to: number, hold?: number): EditAction {
  return { do: "trim", edge, to, ...(hold !== undefined && { hold }) };
}

function remove(start: number, end: number): EditAction {
  return { do: "remove", ranges: [range(start, end)] };
}

function back(start: number, end: number): EditAction {
  return { do: "bring back", range: range(start, end) };
}

function recut(edge: "start" | "end", to: KeptRange, hold: number): EditAction {
  return { do: "recut", edge, to, hold };
}
