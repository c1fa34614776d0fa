import { forbidden, HttpError, one, oneOrRefuse } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { beside } from "./beside.ts";
import { readSubtitle, SUBTITLE_GONE, selectSubtitle } from "./read-subtitles.ts";
import { type SubtitleRow, subtitleColumns } from "./subtitle-row.ts";

const WORDS = "You may watch this recording, but not edit its subtitles.";

/** An editor who saves over an older version is told, so that two people do not lose each other's cues. */
export async function editSubtitle(
  db: Db,
  recordingId: string,
  id: string,
  body: string,
): Promise<SubtitleRow> {
  const before = await db(async (sql) => {
    const [row, rights] = await Promise.all([
      selectSubtitle(sql, recordingId, id),
      sql<{ may_edit: boolean }[]>`select app.can_edit_recording(${recordingId}) as may_edit`,
    ]);
    if (!one(rights).may_edit) throw forbidden(WORDS, "not_yours"); // before hours of speech are read
    return row;
  });
  const { cues, version } = await beside("readEdit", { body, before }, body.length);
  const edited = await db(
    (sql) => sql<SubtitleRow[]>`
      update public.subtitles set cues = ${cues}::text::jsonb
       where id = ${id} and recording_id = ${recordingId} and version = coalesce(${version}, version)
      returning ${subtitleColumns(sql)}
    `,
  );
  if (edited.length === 0) refuseOutdated(await readSubtitle(db, recordingId, id), version);
  return oneOrRefuse(edited, async () => [before], { words: WORDS, what: SUBTITLE_GONE });
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
