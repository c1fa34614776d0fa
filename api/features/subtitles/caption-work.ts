import { faultOf, type LineError, type Reading, tidyCues } from "#api/captions/cue.ts";
import { hasRemoved, originalCues, withRemoved } from "#api/captions/cut-cues.ts";
import { readCues, readFile, writeCues } from "#api/captions/formats.ts";
import { badRequest, conflict, invalid } from "#api/http/errors.ts";
import { issueWords } from "#api/http/issue-words.ts";
import { written } from "#api/http/reply.ts";
import { refuse } from "#api/http/valid.ts";
import {
  type Cue,
  EditSubtitle,
  Subtitle,
  type SubtitleFormat,
  SubtitleWithCues,
  Transcript,
} from "#contract/subtitles.ts";
import type { KeptRange } from "#contract/timeline.ts";
import { keepWords, type SubtitleRow } from "./subtitle-row.ts";

/** The form in which somebody reads a subtitle: one of the answers in JSON, or a file. */
export type Form = "subtitle" | "with-cues" | "transcript" | SubtitleFormat;

/** All that takes long where there are megabytes. Cues go in and out as text. */
export const captionWork = {
  readFile(content: string): { format: SubtitleFormat; cues: string } {
    const { format, reading } = readFile(content);
    return { format, cues: JSON.stringify(cuesOf(reading)) };
  },

  readEdit({ body, before }: { body: string; before: SubtitleRow }) {
    const edit = EditSubtitle.safeParse(jsonOf(body), { error: issueWords });
    if (!edit.success) throw refuse({ target: "json", ...edit });
    const { content, cues = [], version = null } = edit.data;
    const known: Cue[] = JSON.parse(before.cues);
    const edited =
      content === undefined ? checked(cues) : cuesOf(readCues(content, before.format, known));
    if (before.film && hasRemoved(edited, originalOf(before, known, before.film), before.film))
      throw conflict(
        "This recording was cut meanwhile. Take its subtitles as they are now.",
        "newer_version",
      );
    return { cues: JSON.stringify(keepWords(edited, known)), version };
  },

  write({ row, form }: { row: SubtitleRow; form: Form }): Uint8Array<ArrayBuffer> {
    return new TextEncoder().encode(textOf(row, form));
  },
};

export type CaptionWork = typeof captionWork;

function textOf(row: SubtitleRow, form: Form): string {
  const shown: Cue[] = JSON.parse(row.cues);
  const original = row.film && originalOf(row, shown, row.film);
  const cues = (row.of_original && original) || shown;
  if (form === "transcript") return written(Transcript, { ...row, cues, subtitle_id: row.id });
  if (form !== "subtitle" && form !== "with-cues") return writeCues(cues, form);
  const gaps = (row.of_original && row.original_gaps) || row.gaps;
  const whole = { ...row, cues, gaps, content: writeCues(cues, row.format) };
  if (form === "subtitle") return written(Subtitle, whole);
  if (!row.film || !original || !row.is_own || row.of_original)
    return written(SubtitleWithCues, whole);
  return written(SubtitleWithCues, { ...whole, cues: withRemoved(shown, original, row.film) });
}

const originalOf = (row: SubtitleRow, shown: readonly Cue[], film: readonly KeptRange[]) =>
  originalCues(JSON.parse(row.original_cues ?? "[]"), shown, film);

const cuesOf = (reading: Reading) => (reading.ok ? reading.cues : refuseUnread(reading.errors));

/** Says the first in words, and each under the number of its line. */
function refuseUnread(errors: readonly LineError[]): never {
  const [first] = errors;
  const fields = Object.fromEntries(errors.map(({ line, message }) => [`line ${line}`, message]));
  throw invalid(first ? `Line ${first.line}: ${first.message}` : "This cannot be read.", fields);
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest("Malformed JSON in request body", "malformed");
  }
}

/** Cues in removed parts stay there, sent along or not. */
function checked(sent: readonly Cue[]): Cue[] {
  const cues = sent.flatMap(({ removed, ...cue }) => (removed ? [] : [cue]));
  const faults = cues.flatMap((cue, at) => {
    const fault = faultOf(cue);
    return fault === undefined ? [] : [[`cues.${at}`, fault] as const];
  });
  const [first] = faults;
  if (first) throw invalid(first[1], Object.fromEntries(faults));
  return tidyCues(cues);
}
