import { type Cue, MOST_CUES } from "#contract/subtitles.ts";

/** A line of a file that cannot be read; lines are counted from one, as editors count. */
export interface LineError {
  line: number;
  message: string;
}

export type Reading = { ok: true; cues: Cue[] } | { ok: false; errors: LineError[] };

/** Ten lines for each cue: a longer file would only keep the machine busy. */
const MOST_LINES = 10 * MOST_CUES;
/** A longer list of errors would not help anybody. */
const MOST_ERRORS = 20;
const LONGEST_TEXT = 2000;
const LAST_SECOND = 1_000_000;

/** The cues of a file's lines, as `read` finds them; a text that is too long is not read at all. */
export function readLines(content: string, read: (lines: string[]) => Reading): Reading {
  const lines = linesOf(content);
  if (lines.length <= MOST_LINES) return read(lines);
  return readingOf([{ line: lines.length, message: "There are too many lines." }]);
}

/** The cues that were found in a file, unless something is wrong with it; nothing where nothing would be seen. */
export function readingOf(found: readonly (Cue | LineError | null)[]): Reading {
  const cues = found.filter((one) => one !== null && "text" in one);
  const errors = found.filter((one) => one !== null && "message" in one);
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, MOST_ERRORS) };
  if (cues.length > 0) return { ok: true, cues: tidyCues(cues) };
  return readingOf([{ line: 1, message: "There are no subtitles in this text." }]);
}

/** A file may hold as many cues as the editor can save again. */
export const tooManyCues = (line: number): Reading =>
  readingOf([{ line, message: `There are more than ${MOST_CUES} cues.` }]);

/** All formats count milliseconds, so nothing finer is kept. */
export const TICK = 0.001;
export const inMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
export const rounded = <Timed extends { start: number; end: number }>(one: Timed): Timed => ({
  ...one,
  start: inMilliseconds(one.start),
  end: inMilliseconds(one.end),
});

/** The text in a form that every format can hold: no blank lines, no spaces at the ends of lines, one spelling of é. */
export const tidyText = (text: string): string =>
  linesOf(text.toWellFormed().replaceAll("\0", "").normalize("NFC"))
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");

/** The cues in the order in which they are shown, tidy, and without the empty ones. */
export const tidyCues = (cues: readonly Cue[]): Cue[] =>
  cues
    .map((cue) => ({ ...rounded(cue), text: tidyText(cue.text) }))
    .filter(({ text }) => text !== "")
    .sort((one, other) => one.start - other.start || one.end - other.end);

/** The fault in the times or the length of a cue; undefined where there is none. */
export function faultOf({ start, end, text }: Pick<Cue, "start" | "end" | "text">) {
  if (inMilliseconds(end) <= inMilliseconds(start)) return "It ends before it begins.";
  if (end > LAST_SECOND) return "Its time lies too far out.";
  if (tidyText(text).length > LONGEST_TEXT) return "Its text is too long.";
  return undefined;
}

/**
 * The lines of a text, broken as Windows, Unix or old Macs write it, up to one too many; a byte order mark is no text.
 */
export const linesOf = (text: string): string[] =>
  text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/, MOST_LINES + 1);

const TIME = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/** A time such as `1:02:03,004`, with or without hours, comma or point, and digits after it. */
function readTime(text: string): number | undefined {
  const parts = TIME.exec(text);
  if (!parts) return undefined;
  const [, hours = "0", minutes = "", seconds = "", fraction = ""] = parts;
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const milliseconds = Number(fraction.padEnd(3, "0"));
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return inMilliseconds(whole + milliseconds / 1000);
}

export const ARROW = "-->";
export const TIME_AS_WRITTEN = "A time is written as 00:00:01,000 --> 00:00:02,500.";

/** The times in a line with an arrow, whatever follows them (a position); a text that says what is wrong otherwise. */
function readSpan(line: string): Pick<Cue, "start" | "end"> | string {
  const at = line.indexOf(ARROW);
  const start = readTime(line.slice(0, at).trim());
  const [last = ""] = line
    .slice(at + ARROW.length)
    .trim()
    .split(/\s/, 1);
  const end = readTime(last);
  if (start === undefined || end === undefined) return TIME_AS_WRITTEN;
  if (end <= start) return "It ends before it begins.";
  return { start, end };
}

/** The cue that the times in a line and the text under it make; null where nothing would be seen. */
export function cueFrom(line: number, times: string, text: readonly string[]) {
  const span = readSpan(times);
  if (typeof span === "string") return { line, message: span };
  const cue = { ...span, text: tidyText(text.join("\n")) };
  if (cue.text === "") return null;
  const message = faultOf(cue);
  return message ? { line, message } : cue;
}

const HOUR_MS = 3_600_000;

/** A time of a cue, with `mark` between seconds and thousandths. */
export function writeTime(seconds: number, mark: "," | "."): string {
  const all = Math.round(seconds * 1000);
  const hours = String(Math.floor(all / HOUR_MS)).padStart(2, "0");
  const rest = new Date(all % HOUR_MS).toISOString().slice("0000-00-00T00:".length, -"Z".length);
  return `${hours}:${rest.replace(".", mark)}`;
}
