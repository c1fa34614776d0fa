import type { Cue } from "#contract/subtitles.ts";
import { linesOf, type Reading, tidyCues, tidyText } from "./cue.ts";
import { writeTxt } from "./write-captions.ts";

/** A text without times keeps those of the cues it was written from: its lines are theirs, one for each. */
export function readTxt(content: string, written: readonly Cue[]): Reading {
  const lines = linesOf(content).map(tidyText);
  while (lines.at(-1) === "") lines.pop();
  if (lines.length !== written.length)
    return {
      ok: false,
      errors: [
        {
          line: Math.min(lines.length, written.length) + 1,
          message: `There are ${lines.length} lines for ${written.length} cues: each needs one of its own.`,
        },
      ],
    };
  const before = linesOf(writeTxt(written));
  // Where a line is as it was, its cue keeps its own breaks.
  return {
    ok: true,
    cues: tidyCues(
      written.map((cue, at) =>
        lines[at] === before[at] ? cue : { ...withoutWords(cue), text: lines[at] ?? "" },
      ),
    ),
  };
}

const withoutWords = ({ words: _, ...cue }: Cue): Cue => cue;
