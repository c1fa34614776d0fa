import { byTime, listed, listing, type Moment } from "#api/access/original.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Marks } from "#contract/discussion.ts";

/** More than a seek bar has pixels for. */
const MOST = 2000;

type Row<Mark> = Mark & Moment & { removed: boolean };

export async function readMarks(db: Db, recordingId: string, original = false): Promise<Marks> {
  const [film, recordings, comments, reactions] = await db(async (sql) => {
    const { film, all } = await listing(sql, recordingId, original);
    return Promise.all([
      film,
      sql`select 1 from public.recordings where id = ${recordingId}`,
      sql<Row<Marks["comments"][number]>[]>`
        select id as comment_id, at_seconds, original_at, removed from public.comments
         where recording_id = ${recordingId} and at_seconds is not null
           and parent_comment_id is null -- a reply stands with what it answers
           and (not removed or ${all})
         order by ${byTime(sql)} limit ${MOST}
      `,
      sql<Row<Marks["reactions"][number]>[]>`
        select emoji, at_seconds, original_at, removed from public.reactions
         where recording_id = ${recordingId} and at_seconds is not null
           and (not removed or ${all})
         order by ${byTime(sql)} limit ${MOST}
      `,
    ]);
  });
  one(recordings, "Recording not found");
  return {
    comments: comments.map((mark) => listed(mark, film)),
    reactions: reactions.map((mark) => listed(mark, film)),
  };
}
