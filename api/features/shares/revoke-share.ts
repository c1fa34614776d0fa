import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

/** The row goes, and with it everything that asks whether the link opens. */
export const revokeShare = async (db: Db, recordingId: string, shareId: string) =>
  one(
    await db(
      (sql) => sql`
        delete from public.shares where id = ${shareId} and recording_id = ${recordingId} returning id
      `,
    ),
    "Link not found",
  );
