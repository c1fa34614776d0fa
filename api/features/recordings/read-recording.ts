import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Recording } from "#contract/recordings.ts";

export async function readRecording(db: Db, id: string): Promise<Recording> {
  return one(await db((sql) => sql<Recording[]>`select * from public.recordings where id = ${id}`));
}
