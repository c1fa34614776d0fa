import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Receipt } from "#contract/recordings.ts";

const WORDS = "You may watch this recording; what has arrived of it is its owner's business.";

/** For the recorder, which compares it with its own copy. */
export const readReceipt = (db: Db, id: string): Promise<Receipt> =>
  db(async (sql) => {
    const [, rows] = await Promise.all([
      requireOwn(sql, id, WORDS),
      sql<Receipt[]>`
        select id as recording_id, status, coalesce(received_bytes, size) as received_bytes,
               received_sha256, duration, seekable,
               case when video_codec is not null then jsonb_build_object(
                 'present', audio_codec is not null, 'level_db', audio_level_db) end as audio
          from public.recordings where id = ${id}
      `,
    ]);
    return one(rows);
  });
