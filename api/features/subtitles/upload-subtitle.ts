import { requireOwn } from "#api/access/own-recording.ts";
import { readFile } from "#api/captions/formats.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { SubtitleWithCues, UploadSubtitle } from "#contract/subtitles.ts";
import { refuseUnread } from "./refuse-unread.ts";
import { type SubtitleRow, withContent } from "./subtitle-row.ts";

/** Asked before a file of megabytes is taken and read. */
export const requireMayAdd = (db: Db, recordingId: string): Promise<void> =>
  db((sql) => requireOwn(sql, recordingId, "Only its owner adds subtitles to a recording."));

/** Kept in the format that the file has, whatever it is called. */
export async function uploadSubtitle(
  db: Db,
  recordingId: string,
  { language, content }: UploadSubtitle,
): Promise<SubtitleWithCues> {
  const { format, reading } = readFile(content);
  const cues = reading.ok ? reading.cues : refuseUnread(reading.errors);
  return await db(async (sql) => {
    const rows = await sql<SubtitleRow[]>`
      insert into public.subtitles (recording_id, language, format, cues)
      values (${recordingId}, ${language}, ${format}, ${sql.json(cues)})
      returning *
    `;
    return withContent(one(rows));
  });
}
