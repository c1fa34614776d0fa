import type { Cue, SubtitleFormat } from "#contract/subtitles.ts";
import {
  ARROW,
  faultOf,
  linesOf,
  type Reading,
  readingOf,
  readLines,
  tidyText,
  writeTime,
} from "./cue.ts";
import { encodedForSrt, encodedForVtt } from "./markup.ts";
import { readSrt } from "./read-srt.ts";
import { isVtt, readVtt } from "./read-vtt.ts";

const writers: Record<SubtitleFormat, (cues: readonly Cue[]) => string> = {
  srt: (cues) =>
    cues
      .map((cue, at) => `${at + 1}\n${timesOf(cue, ",")}\n${encodedForSrt(cue.text)}\n`)
      .join("\n"),
  vtt: (cues) =>
    ["WEBVTT\n", ...cues.map((cue) => `${timesOf(cue, ".")}\n${encodedForVtt(cue.text)}\n`)].join(
      "\n",
    ),
  /** A line for each cue, so that an edited text finds its times again. */
  txt: (cues) => cues.map(({ text }) => `${text.replaceAll("\n", " ")}\n`).join(""),
};

const timesOf = ({ start, end }: Cue, mark: "," | ".") =>
  `${writeTime(start, mark)} ${ARROW} ${writeTime(end, mark)}`;

export const writeCues = (cues: readonly Cue[], format: SubtitleFormat): string =>
  writers[format](cues);

/** The cues of a file that somebody brings; a plain text is matched with the cues that were `written` before. */
export const readCues = (
  content: string,
  format: SubtitleFormat,
  written: readonly Cue[],
): Reading =>
  format === "txt"
    ? readLines(content, (lines) => readTxt(lines.map(tidyText), written))
    : readFile(content).reading;

/** The content decides the format of a file, not its name. */
export function readFile(content: string): { format: "srt" | "vtt"; reading: Reading } {
  const format = isVtt(content) ? "vtt" : "srt";
  return { format, reading: readLines(content, format === "vtt" ? readVtt : readSrt) };
}

/** A text without times keeps those of the cues it was written from: its lines are theirs, one for each. */
function readTxt(lines: string[], written: readonly Cue[]): Reading {
  while (lines.at(-1) === "") lines.pop();
  if (lines.length !== written.length) {
    const line = Math.min(lines.length, written.length) + 1;
    const message = `There are ${lines.length} lines for ${written.length} cues: each needs one of its own.`;
    return readingOf([{ line, message }]);
  }
  const before = linesOf(writeCues(written, "txt")).map(tidyText);
  const read = written.map((cue, at) => {
    const edited = { start: cue.start, end: cue.end, text: lines[at] ?? "" };
    // Where a line is as it was, its cue keeps its own breaks.
    if (edited.text === before[at]) return cue;
    const message = faultOf(edited);
    return message === undefined ? edited : { line: at + 1, message };
  });
  return read.length > 0 ? readingOf(read) : { ok: true, cues: [] };
}
