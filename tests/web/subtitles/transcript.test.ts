import { expect, test } from "vitest";
import { indexAt } from "#web/features/subtitles/transcript/transcript-lines.tsx";

const cues = [
  { start: 1, end: 2 },
  { start: 3, end: 4 },
  { start: 4, end: 6 },
];

test.each([
  [0, undefined],
  [1, 0],
  [2.5, 0],
  [3.9, 1],
  [4, 2],
  [99, 2],
])("at %s s the line that is read along is %s", (seconds, index) => {
  expect(indexAt(cues, seconds)).toBe(index);
});
