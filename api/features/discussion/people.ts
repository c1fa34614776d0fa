import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { DiscussionPeople } from "#contract/discussion.ts";

/** The people whom a comment can mention, by name. */
export async function listPeople(db: Db, recordingId: string): Promise<DiscussionPeople> {
  const [recordings, people] = await db((sql) =>
    Promise.all([
      sql`select 1 from public.recordings where id = ${recordingId}`,
      sql<DiscussionPeople["people"]>`
        select user_id, username as name, profile_picture
          from app.discussion_people(${recordingId}) order by lower(username), user_id
      `,
    ]),
  );
  one(recordings, "Recording not found");
  return { people };
}
