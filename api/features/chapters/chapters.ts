import { forbidden, one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Chapter, ChapterList } from "#contract/chapters.ts";

export const readChapters = (db: Db, recordingId: string): Promise<ChapterList> =>
  db(async (sql) => {
    one(await seen(sql, recordingId), "Recording not found");
    return await selectChapters(sql, recordingId);
  });

/** All of them at once: what is not in the list is gone. */
export const setChapters = (
  db: Db,
  recordingId: string,
  chapters: readonly Chapter[],
): Promise<ChapterList> =>
  db(async (sql) => {
    const { may_edit } = one(await seen(sql, recordingId), "Recording not found");
    if (!may_edit) throw forbidden("You may watch this recording, but not divide it.", "not_yours");
    // One after the other, so that two who save at once do not mix their lists.
    await sql`select pg_advisory_xact_lock(hashtextextended('chapters of ' || ${recordingId}, 0))`;
    await sql`delete from public.chapters where recording_id = ${recordingId}`;
    const rows = chapters.map((chapter) => ({ ...chapter, recording_id: recordingId }));
    if (rows.length > 0) await sql`insert into public.chapters ${sql(rows)}`;
    return await selectChapters(sql, recordingId);
  });

const seen = (sql: Sql, recordingId: string) => sql<{ may_edit: boolean }[]>`
  select app.can_edit_recording(id) as may_edit from public.recordings where id = ${recordingId}
`;

const selectChapters = async (sql: Sql, recordingId: string): Promise<ChapterList> => ({
  chapters: await sql<Chapter[]>`
    select at_seconds, title from public.chapters
     where recording_id = ${recordingId} order by at_seconds
  `,
});
