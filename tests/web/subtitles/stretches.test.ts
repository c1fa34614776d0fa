import fc from "fast-check";
import { expect, test } from "vitest";
import { beginEditing, type Edit, next } from "#web/features/subtitles/editor/editing.ts";
import { STRETCH, stretchesOf } from "#web/features/subtitles/editor/stretches.ts";

const LINES = 90;
const begun = beginEditing(
  Array.from({ length: LINES }, (_, n) => ({ start: n * 3, end: n * 3 + 2, text: `line ${n}` })),
  null,
);

const id = fc.nat(LINES + 20);
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constant("write" as const), id, text: fc.string() }),
  fc.record({ do: fc.constant("split" as const), id, at: fc.nat(9), moment: fc.constant(-1) }),
  fc.record({ do: fc.constant("join" as const), id }),
  fc.record({ do: fc.constant("insert" as const), moment: fc.nat(3 * LINES) }),
  fc.record({ do: fc.constant("remove" as const), id }),
  fc.record({ do: fc.constantFrom("undo" as const, "redo" as const) }),
);

test("whatever is edited, all lines are in stretches in their order, and none leaves its own", () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 60 }), (edits) => {
      const state = edits.reduce(next, begun);
      const stretches = stretchesOf(state);
      expect(stretches.flatMap(({ cues }) => cues)).toEqual(state.cues);
      const keys = stretches.map(({ key }) => key);
      expect(keys).toEqual([...new Set(keys)].toSorted((one, other) => one - other));
      for (const { key, from, cues } of stretches) {
        expect(state.cues[from]).toBe(cues[0]);
        for (const cue of cues) if (cue.id < LINES) expect(Math.floor(cue.id / STRETCH)).toBe(key);
      }
    }),
  );
});

test("who writes in one of thousands of lines changes one stretch of a few", () => {
  const written = stretchesOf(next(begun, { do: "write", id: 45, text: "anew" }));
  const changed = stretchesOf(begun).filter(({ cues }, index) =>
    cues.some((cue, place) => cue !== written[index]?.cues[place]),
  );
  expect(changed.map(({ from, cues }) => [from, cues.length])).toEqual([[40, STRETCH]]);
});
