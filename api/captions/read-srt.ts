import { MOST_CUES } from "#contract/subtitles.ts";
import {
  ARROW,
  cueFrom,
  type LineError,
  type Reading,
  readingOf,
  TIME_AS_WRITTEN,
  tooManyCues,
} from "./cue.ts";
import { decoded, TIMES_WITHOUT_ARROW, withoutSrtTags } from "./markup.ts";

const NUMBER = /^\d+$/;

/** As programs write it, and as people mend it: numbers may be missing, and so may blank lines. */
export function readSrt(content: readonly string[]): Reading {
  const lines = content.map((line) => line.trim());
  const times = lines.flatMap((line, at) => (line.includes(ARROW) ? [at] : []));
  const excess = times[MOST_CUES];
  if (excess !== undefined) return tooManyCues(excess + 1);
  const errors = brokenTimes(lines);
  const before = lines
    .slice(0, times[0])
    .findIndex((line, at) => line !== "" && !(NUMBER.test(line) && at + 1 === times[0]));
  if (before >= 0 && times.length > 0)
    errors.push({ line: before + 1, message: "A number or a time belongs here." });
  const cues = times.map((at, index) => readCue(lines, at, times[index + 1] ?? lines.length));
  return readingOf([...errors, ...cues]);
}

/** Lines that would pass for speech: a time that is none, and words where the next number promised a time. */
function brokenTimes(lines: readonly string[]): LineError[] {
  let number = 0;
  return lines.flatMap((line, at) => {
    if (line.includes(ARROW)) number = Number(lines[at - 1] || Number.NaN);
    const isPromised = lines[at - 2] === "" && Number(lines[at - 1]) === number + 1 && line !== "";
    const isTime = isPromised || line.search(TIMES_WITHOUT_ARROW) === 0;
    return isTime && !line.includes(ARROW) ? [{ line: at + 1, message: TIME_AS_WRITTEN }] : [];
  });
}

/** From its time to the next one, whose number stands before that. */
function readCue(lines: readonly string[], at: number, next: number) {
  const isNumbered = next < lines.length && NUMBER.test(lines[next - 1] ?? "");
  const written = lines.slice(at + 1, isNumbered ? next - 1 : next);
  const text = written.map((line) => decoded(withoutSrtTags(line)));
  return cueFrom(at + 1, lines[at] ?? "", text);
}
