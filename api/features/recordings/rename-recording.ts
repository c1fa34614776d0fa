import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Recording } from "#contract/recordings.ts";

export async function renameRecording(db: Db, id: string, filename: string): Promise<Recording> {
  return one(
    await db(
      (sql) => sql<Recording[]>`
        update public.recordings set filename = ${filename} where id = ${id} returning *
      `,
    ),
  );
}
