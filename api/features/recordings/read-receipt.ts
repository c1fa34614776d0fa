import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Receipt } from "#contract/recordings.ts";

/** For the recorder, which compares it with its own copy. */
export async function readReceipt(db: Db, id: string): Promise<Receipt> {
  return one(
    await db(
      (sql) => sql<Receipt[]>`
        select id as recording_id, status, coalesce(received_bytes, size) as received_bytes,
               received_sha256, duration, seekable,
               case when video_codec is not null then jsonb_build_object(
                 'present', audio_codec is not null, 'level_db', audio_level_db) end as audio
          from public.recordings
         where id = ${id} and owner_id = (select auth.uid())
      `,
    ),
  );
}
