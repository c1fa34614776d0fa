import { filmForEditors } from "#api/access/original.ts";
import { notFound, one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import { beside } from "./beside.ts";
import type { Form } from "./caption-work.ts";
import { type OneSubtitle, type SubtitleRow, subtitleRows } from "./subtitle-row.ts";

export const SUBTITLE_GONE = "Subtitle not found";

export const bytesOf = (row: SubtitleRow, form: Form): Promise<Uint8Array<ArrayBuffer>> =>
  beside("write", { row, form }, row.cues.length + (row.original_cues?.length ?? 0));

/** Subtitles are read one by one as they leave. A recording that the caller may not see answers "not found". */
export async function listSubtitles(db: Db, recordingId: string, ofOriginal: boolean) {
  const [seen, all] = await db(async (sql) => {
    if (ofOriginal) await filmForEditors(sql, recordingId);
    return Promise.all([
      sql`select 1 from public.recordings where id = ${recordingId}`,
      sql<OneSubtitle[]>`
        select recording_id as id, id as "subtitleId" from public.subtitles s
         where recording_id = ${recordingId} order by created_at, s.id
      `,
    ]);
  });
  one(seen, "Recording not found");
  return listed(db, all, ofOriginal);
}

async function* listed(db: Db, all: readonly OneSubtitle[], ofOriginal: boolean) {
  yield Buffer.from('{"subtitles":[');
  let mark = "";
  for (const subtitle of all)
    for (const row of await db((sql) => rowsOf(sql, subtitle, ofOriginal))) {
      yield Buffer.from(mark);
      yield await bytesOf(row, "subtitle");
      mark = ",";
    }
  yield Buffer.from("]}");
}

export const readSubtitle = (db: Db, wanted: OneSubtitle, ofOriginal = false) =>
  db((sql) => selectSubtitle(sql, wanted, ofOriginal));

export async function selectSubtitle(sql: Sql, wanted: OneSubtitle, ofOriginal = false) {
  if (ofOriginal) await filmForEditors(sql, wanted.id);
  return one(await rowsOf(sql, wanted, ofOriginal), SUBTITLE_GONE);
}

const rowsOf = (sql: Sql, { id, subtitleId }: OneSubtitle, ofOriginal: boolean) =>
  sql<SubtitleRow[]>`
    ${subtitleRows(sql, ofOriginal)} where s.id = ${subtitleId} and recording_id = ${id}
  `;

/** Subtitles that a person wrote or edited go first, then a machine's transcript, then translations. */
export async function readTranscript(
  db: Db,
  recordingId: string,
  language: string | undefined,
  ofOriginal: boolean,
): Promise<SubtitleRow> {
  const [row] = await db(async (sql) => {
    if (ofOriginal) await filmForEditors(sql, recordingId);
    return await sql<SubtitleRow[]>`
      ${subtitleRows(sql, ofOriginal)}
       where recording_id = ${recordingId} and status = 'ready'
         ${language === undefined ? sql`` : sql`and language = ${language}`}
       order by translated_from is null desc, is_edited or not is_auto_generated desc,
                created_at desc, id
       limit 1
    `;
  });
  if (!row) throw notFound("There is no transcript of this recording yet.", "no_transcript");
  return row;
}
