import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { UploadSubtitle } from "#contract/subtitles.ts";
import { beside } from "./beside.ts";
import { type SubtitleRow, subtitleColumns } from "./subtitle-row.ts";

/** Asked before a file of megabytes is taken and read. */
export const requireMayAdd = (db: Db, recordingId: string): Promise<void> =>
  db((sql) => requireOwn(sql, recordingId, "Only its owner adds subtitles to a recording."));

/** Kept in the format that the file has, whatever it is called. */
export async function uploadSubtitle(
  db: Db,
  recordingId: string,
  { language, content }: UploadSubtitle,
): Promise<SubtitleRow> {
  const { format, cues } = await beside("readFile", content, content.length);
  const rows = await db(
    (sql) => sql<SubtitleRow[]>`
      insert into public.subtitles (recording_id, language, format, cues)
      values (${recordingId}, ${language}, ${format}, ${cues}::text::jsonb)
      returning ${subtitleColumns(sql)}
    `,
  );
  return one(rows);
}
