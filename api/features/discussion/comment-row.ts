import { type Film, originalTime, removedOnly } from "#api/access/original.ts";
import type { Caller, Sql } from "#api/platform/database.ts";
import type { Comment } from "#contract/discussion.ts";
import { type Counts, countsFor } from "./reaction-counts.ts";

export interface CommentRow
  extends Omit<Comment, "reactions" | "removed" | "created_at" | "edited_at"> {
  removed: boolean;
  original_at: number | null;
  created_at: Date;
  edited_at: Date | null;
  reaction_counts: Counts;
  mine: string[] | null;
}

/** The contract's columns for `line`, a comment; `r` is its recording, `p` its author, `m` the caller's reactions. */
export const commentColumns = (sql: Sql, { sub = null }: { sub?: Caller["sub"] | null }) => sql`
  line.id, line.recording_id, line.parent_comment_id, line.content, line.at_seconds,
  line.original_at, line.removed,
  line.author_id as user_id, p.username, p.profile_picture, line.created_at, line.edited_at,
  line.author_id = r.owner_id as by_owner,
  coalesce(line.author_id = ${sub}::uuid, false) as can_edit,
  coalesce(${sub}::uuid in (line.author_id, r.owner_id), false) or (select app.is_admin()) as can_delete,
  line.reaction_counts, m.mine
`;

/** With a film, at its time in the original. */
export const toComment = (
  { reaction_counts, mine, at_seconds, original_at, removed, ...row }: CommentRow,
  film: Film = null,
) => ({
  ...row,
  ...removedOnly({ removed }),
  at_seconds:
    at_seconds === null
      ? null
      : film
        ? originalTime({ at_seconds, original_at }, film)
        : at_seconds,
  reactions: countsFor(reaction_counts, mine ?? []),
});
