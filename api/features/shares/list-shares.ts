import { requireOwn } from "#api/access/own-recording.ts";
import type { Db } from "#api/platform/database.ts";
import type { Share } from "#contract/shares.ts";
import { shareColumns } from "./share-columns.ts";

const WORDS = "You may watch this recording; its links are its owner's business.";

export const listShares = (db: Db, recordingId: string) =>
  db(async (sql) => {
    const [, shares] = await Promise.all([
      requireOwn(sql, recordingId, WORDS),
      sql<Share[]>`
        select ${shareColumns(sql)} from public.shares
         where recording_id = ${recordingId} order by created_at desc
      `,
    ]);
    return shares;
  });
