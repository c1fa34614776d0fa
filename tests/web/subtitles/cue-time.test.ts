import { expect, test } from "vitest";
import { formatCueTime, parseCueTime } from "#web/features/subtitles/editor/cue-row.tsx";

test.each([
  [0, "0:00.000"],
  [75.4, "1:15.400"],
  [59.9996, "1:00.000"],
  [3675.025, "1:01:15.025"],
])("%s seconds are written as %s, and read again", (seconds, written) => {
  expect(formatCueTime(seconds)).toBe(written);
  expect(parseCueTime(written)).toBeCloseTo(seconds, 2);
});

test.each([
  ["75", 75],
  [" 1:15,5 ", 75.5],
  ["1:01:15", 3675],
  ["2.", 2],
  ["１：１５．４", 75.4], // as a Japanese keyboard writes it
])("%j is a time", (typed, seconds) => {
  expect(parseCueTime(typed)).toBe(seconds);
});

test.each(["", "soon", "1:2:3:4", "-1", "1e3", ":5", "."])("%j is none", (typed) => {
  expect(parseCueTime(typed)).toBeUndefined();
});
