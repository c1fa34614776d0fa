import { requireOwn } from "#api/access/own-recording.ts";
import type { Asked } from "#api/access/serve.ts";
import { one, oneOrRefuse } from "#api/http/errors.ts";
import { reply } from "#api/http/reply.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import {
  type getRecordingCall,
  type Receipt,
  Recording,
  SharedRecording,
} from "#contract/recordings.ts";

/** A call that answers each caller with as much of a recording as is theirs to see. */
export type Seeing = Pick<Asked<typeof getRecordingCall>, "db" | "caller" | "params" | "c">;

type Owned = Recording & { owner_id: string };

export async function readRecording(db: Db, id: string): Promise<Owned> {
  return one(await db<Owned[]>`select * from public.recordings where id = ${id}`);
}

/** By a link one hears what a page needs, and a file's own name is nobody's but its owner's. */
export async function replyAsSeen(
  { db, caller, c }: Pick<Seeing, "db" | "caller" | "c">,
  given: Owned,
): Promise<Response> {
  const recording = given.live && caller.share ? await asLinkShows(db, given) : given;
  const { share, sub } = caller;
  if (recording.owner_id === sub) return reply(c, Recording, recording);
  if (share === undefined) return reply(c, Recording, { ...recording, folder_id: null });
  return reply(c, SharedRecording, { ...recording, original_filename: recording.filename });
}

/** A recording that runs is shown by links that say so. */
async function asLinkShows(db: Db, recording: Owned): Promise<Owned> {
  const { id } = recording;
  const [link] = await db<{ is_off: boolean }[]>`select app.withholds_live(${id}) as is_off`;
  return link?.is_off ? { ...recording, live: null } : recording;
}

const RECEIPT_REFUSED =
  "You may watch this recording; what has arrived of it is its owner's business.";

/** For the recorder, which compares it with its own copy. */
export const readReceipt = (db: Db, id: string): Promise<Receipt> =>
  db(async (sql) => {
    const [, rows] = await Promise.all([
      requireOwn(sql, id, RECEIPT_REFUSED),
      sql<Receipt[]>`
        select id as recording_id, status, coalesce(received_bytes, size) as received_bytes,
               received_sha256, seekable,
               coalesce((select e.original_duration from app.my_edit(id) e), duration) as duration,
               case when video_codec is not null then jsonb_build_object(
                 'present', audio_codec is not null, 'level_db', audio_level_db) end as audio
          from public.recordings where id = ${id}
      `,
    ]);
    return one(rows);
  });

export const renameRecording = (db: Db, id: string, filename: string): Promise<Owned> =>
  db(async (sql) =>
    oneOrRefuse(
      await sql<Owned[]>`
        update public.recordings set filename = ${filename} where id = ${id} returning *
      `,
      () => isSeen(sql, id),
      { words: "You may watch this recording, but not rename it." },
    ),
  );

/** To the trash; the row of an import that has not arrived whole goes now, and a job removes its bytes. */
export const deleteRecording = (db: Db, id: string) =>
  db(async (sql) =>
    oneOrRefuse(await sql`select app.throw_away(array[${id}::uuid])`, () => isSeen(sql, id), {
      words: "You may watch this recording, but not delete it.",
    }),
  );

const isSeen = (sql: Sql, id: string) => sql`select 1 from public.recordings where id = ${id}`;
