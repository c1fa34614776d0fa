import { oneOrRefuse } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { SUBTITLE_GONE } from "./read-subtitles.ts";

/** Deleting an unfinished subtitle gives up the work on it: its job does not find the row any more. */
export const deleteSubtitle = (db: Db, recordingId: string, id: string) =>
  db(async (sql) =>
    oneOrRefuse(
      await sql`
        delete from public.subtitles where id = ${id} and recording_id = ${recordingId} returning id
      `,
      () => sql`select 1 from public.subtitles where id = ${id} and recording_id = ${recordingId}`,
      { words: "Only its owner deletes subtitles of a recording.", what: SUBTITLE_GONE },
    ),
  );
