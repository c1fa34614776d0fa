import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

const WORDS = "You may watch this recording, but not revoke its links.";

/** The row goes, and with it everything that asks whether the link opens. */
export const revokeShare = (db: Db, recordingId: string, shareId: string) =>
  db(async (sql) => {
    const [, revoked] = await Promise.all([
      requireOwn(sql, recordingId, WORDS),
      sql`
        delete from public.shares where id = ${shareId} and recording_id = ${recordingId} returning id
      `,
    ]);
    return one(revoked, "Link not found");
  });
