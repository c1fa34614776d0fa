import { notFound, one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { SubtitleList, SubtitleWithCues, Transcript } from "#contract/subtitles.ts";
import { type SubtitleRow, withContent } from "./subtitle-row.ts";

export const SUBTITLE_GONE = "Subtitle not found";

/** Those that the caller may see: a recording that they may not see has none, and does not exist. */
export async function listSubtitles(db: Db, recordingId: string): Promise<SubtitleList> {
  const [seen, rows] = await db((sql) =>
    Promise.all([
      sql`select 1 from public.recordings where id = ${recordingId}`,
      sql<SubtitleRow[]>`
        select * from public.subtitles where recording_id = ${recordingId} order by created_at, id
      `,
    ]),
  );
  one(seen, "Recording not found");
  return { subtitles: rows.map(withContent) };
}

export const readSubtitle = (db: Db, recordingId: string, id: string): Promise<SubtitleWithCues> =>
  db((sql) => selectSubtitle(sql, recordingId, id));

export async function selectSubtitle(sql: Sql, recordingId: string, id: string) {
  const rows = await sql<SubtitleRow[]>`
    select * from public.subtitles where id = ${id} and recording_id = ${recordingId}
  `;
  return withContent(one(rows, SUBTITLE_GONE));
}

/** What somebody wrote or mended goes before what a machine heard, and that before what it translated. */
export async function readTranscript(
  db: Db,
  recordingId: string,
  language: string | undefined,
): Promise<Transcript> {
  const [row] = await db(
    (sql) => sql<SubtitleRow[]>`
      select * from public.subtitles
       where recording_id = ${recordingId} and status = 'ready'
         ${language === undefined ? sql`` : sql`and language = ${language}`}
       order by translated_from is null desc, is_edited or not is_auto_generated desc,
                created_at desc, id
       limit 1
    `,
  );
  if (!row) throw notFound("There is no transcript of this recording yet.", "no_transcript");
  return { ...row, subtitle_id: row.id };
}
