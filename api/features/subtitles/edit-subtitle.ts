import type { Reading } from "#api/captions/cue.ts";
import { faultOf, tidyCues } from "#api/captions/cue.ts";
import { readCues } from "#api/captions/formats.ts";
import { forbidden, HttpError, invalid, one, oneOrRefuse } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Cue, EditSubtitle, SubtitleWithCues } from "#contract/subtitles.ts";
import { SUBTITLE_GONE, selectSubtitle } from "./read-subtitles.ts";
import { refuseUnread } from "./refuse-unread.ts";
import { keepWords, type SubtitleRow, withContent } from "./subtitle-row.ts";

const WORDS = "You may watch this recording, but not edit its subtitles.";

/** Whoever edits an older version is told, so that two people do not lose each other's cues. */
export const editSubtitle = (
  db: Db,
  recordingId: string,
  id: string,
  edit: EditSubtitle,
): Promise<SubtitleWithCues> =>
  db(async (sql) => {
    const [before, rights] = await Promise.all([
      selectSubtitle(sql, recordingId, id),
      sql<{ may_edit: boolean }[]>`select app.can_edit_recording(${recordingId}) as may_edit`,
    ]);
    if (!one(rights).may_edit) throw forbidden(WORDS, "not_yours"); // before hours of speech are read
    const cues = keepWords(cuesOf(edit, before), before.cues);
    const expected = edit.version ?? null;
    const edited = await sql<SubtitleRow[]>`
      update public.subtitles set cues = ${sql.json(cues)}
       where id = ${id} and recording_id = ${recordingId} and version = coalesce(${expected}, version)
      returning *
    `;
    if (edited.length === 0) refuseOutdated(await selectSubtitle(sql, recordingId, id), expected);
    const row = await oneOrRefuse(edited, async () => [before], {
      words: WORDS,
      what: SUBTITLE_GONE,
    });
    return withContent(row);
  });

function cuesOf({ content, cues = [] }: EditSubtitle, before: SubtitleRow): Cue[] {
  if (content === undefined) return checked(cues);
  const reading: Reading = readCues(content, before.format, before.cues);
  return reading.ok ? reading.cues : refuseUnread(reading.errors);
}

function checked(cues: readonly Cue[]): Cue[] {
  const faults = cues.flatMap((cue, at) => {
    const fault = faultOf(cue);
    return fault === undefined ? [] : [[`cues.${at}`, fault] as const];
  });
  const [first] = faults;
  if (first) throw invalid(first[1], Object.fromEntries(faults));
  return tidyCues(cues);
}

function refuseOutdated({ version }: SubtitleRow, expected: number | null): void {
  if (expected === null || version === expected) return;
  throw new HttpError(
    409,
    "newer_version",
    "Somebody else has edited these subtitles meanwhile. Take their version, or save yours over it.",
    { fields: { version: String(version) } },
  );
}
