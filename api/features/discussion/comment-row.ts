import type { Caller, Sql } from "#api/platform/database.ts";
import type { Comment } from "#contract/discussion.ts";
import { type Counts, countsFor } from "./reaction-counts.ts";

export interface CommentRow extends Omit<Comment, "reactions" | "created_at" | "edited_at"> {
  created_at: Date;
  edited_at: Date | null;
  reaction_counts: Counts;
  mine: string[] | null;
}

/**
 * The contract's columns for `line`, a comment; `r` is its recording, `people` its people, `p` of them its author, `m`
 * the caller's reactions.
 */
export const commentColumns = (sql: Sql, { sub = null }: { sub?: Caller["sub"] | null }) => sql`
  line.id, line.recording_id, line.parent_comment_id, line.content, line.at_seconds,
  line.author_id as user_id, p.username, p.profile_picture, line.created_at, line.edited_at,
  line.author_id = r.owner_id as by_owner,
  coalesce(line.author_id = ${sub}::uuid, false) as can_edit,
  coalesce(${sub}::uuid in (line.author_id, r.owner_id), false) or (select app.is_admin()) as can_delete,
  line.done, ${mentions(sql)} as mentions, line.reaction_counts, m.mine
`;

/** The discussion's people, read once for all of its comments. */
export const peopleOf = (sql: Sql, recordingId: string) => sql`
  people as materialized (select * from app.discussion_people(${recordingId}))
`;

const mentions = (sql: Sql) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('user_id', named.user_id, 'name', named.username) order by named.username)
      from people named where named.user_id = any (line.mentions)), '[]')
`;

export const toComment = ({ reaction_counts, mine, ...row }: CommentRow) => ({
  ...row,
  reactions: countsFor(reaction_counts, mine ?? []),
});
