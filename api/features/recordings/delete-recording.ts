import { oneOrRefuse } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

/** The row goes now; a trigger lists its bytes, and a job removes them. */
export const deleteRecording = (db: Db, id: string) =>
  db(async (sql) =>
    oneOrRefuse(
      await sql`delete from public.recordings where id = ${id} returning id`,
      () => sql`select 1 from public.recordings where id = ${id}`,
      { words: "You may watch this recording, but not delete it." },
    ),
  );
