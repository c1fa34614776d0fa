import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Marks } from "#contract/discussion.ts";

/** More than a seek bar has pixels for. */
const MOST = 2000;

export async function readMarks(db: Db, recordingId: string): Promise<Marks> {
  const [recordings, comments, reactions] = await db((sql) =>
    Promise.all([
      sql`select 1 from public.recordings where id = ${recordingId}`,
      sql<Marks["comments"]>`
        select id as comment_id, at_seconds from public.comments
         where recording_id = ${recordingId} and at_seconds is not null
           and parent_comment_id is null -- a reply stands with what it answers
         order by at_seconds limit ${MOST}
      `,
      sql<Marks["reactions"]>`
        select emoji, at_seconds from public.reactions
         where recording_id = ${recordingId} and at_seconds is not null
         order by at_seconds limit ${MOST}
      `,
    ]),
  );
  one(recordings, "Recording not found");
  return { comments, reactions };
}
