import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Share } from "#contract/shares.ts";
import { shareColumns } from "./share-columns.ts";

export const listShares = (db: Db, recordingId: string) =>
  db(async (sql) => {
    const [recordings, shares] = await Promise.all([
      sql`
        select 1 from public.recordings
         where id = ${recordingId} and owner_id = (select auth.uid())
      `,
      sql<Share[]>`
        select ${shareColumns(sql)} from public.shares
         where recording_id = ${recordingId} order by created_at desc
      `,
    ]);
    one(recordings, "Recording not found");
    return shares;
  });
