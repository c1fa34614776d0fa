// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CueStretch } from "#web/features/subtitles/editor/cue-row.tsx";
import { beginEditing, type Editing, next } from "#web/features/subtitles/editor/editing.ts";
import { stretchesOf } from "#web/features/subtitles/editor/stretches.ts";

const same = { edit: () => {}, moment: () => 0, onJump: () => {} };

function Lines({ state }: { state: Editing }) {
  return stretchesOf(state).map((stretch) => (
    <CueStretch
      key={stretch.key}
      {...{ ...same, stretch }}
      language="en"
      playing={undefined}
      caret={null}
      isEnd={false}
    />
  ));
}

/** Lines that tell when somebody reads their words. */
function observed(count: number) {
  const words = Array.from({ length: count }, (_, n) => {
    return { start: n, end: n + 0.5, text: `line ${n}` };
  });
  const read = new Set<number>();
  const begun = beginEditing(words, null);
  const cues = begun.cues.map(({ text, ...cue }) => ({
    ...cue,
    get text() {
      read.add(cue.id);
      return text;
    },
  }));
  return { begun: { ...begun, cues }, read };
}

test("of thousands of lines the one in which somebody writes is drawn anew, and no other", () => {
  const { begun, read } = observed(100);
  const { rerender } = render(<Lines state={begun} />);
  expect(read.size).toBe(100);
  read.clear();
  rerender(<Lines state={next(begun, { do: "write", id: 45, text: "anew" })} />);
  expect(screen.getByText("anew")).toBeDefined();
  expect([...read]).toEqual([45]);
  // All that come after a line that is gone have other numbers.
  rerender(<Lines state={next(begun, { do: "remove", id: 45 })} />);
  expect(screen.getByRole("list", { name: "Lines 60 to 79" })).toBeDefined();
  expect(screen.queryByText("anew")).toBeNull();
});
