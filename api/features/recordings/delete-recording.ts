import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

/** The row goes now; a trigger lists its bytes, and a job removes them. */
export async function deleteRecording(db: Db, id: string): Promise<void> {
  one(await db((sql) => sql`delete from public.recordings where id = ${id} returning id`));
}
