import { oneOrRefuse } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Owned } from "./read-recording.ts";

const WORDS = "You may watch this recording, but not rename it.";

export const renameRecording = (db: Db, id: string, filename: string): Promise<Owned> =>
  db(async (sql) =>
    oneOrRefuse(
      await sql<Owned[]>`
        update public.recordings set filename = ${filename} where id = ${id} returning *
      `,
      () => sql`select 1 from public.recordings where id = ${id}`,
      { words: WORDS },
    ),
  );
