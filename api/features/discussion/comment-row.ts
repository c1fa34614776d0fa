import { type Film, listedTime } from "#api/access/original.ts";
import type { Caller, Db, Sql } from "#api/platform/database.ts";
import { type Comment, EMOJI, type ReactionCount } from "#contract/discussion.ts";

/** A caller who takes part, or reads along. */
export interface Speaking {
  db: Db;
  caller: Caller;
}

export interface CommentRow
  extends Omit<Comment, "reactions" | "removed" | "author" | "created_at" | "edited_at"> {
  removed: boolean;
  original_at: number | null;
  /** Null unless the recording's owner asks about a guest. */
  guest_id: string | null;
  created_at: Date;
  edited_at: Date | null;
  reaction_counts: Counts;
  mine: string[] | null;
}

/**
 * The contract's columns for `line`, a comment; `r` is its recording, `people` its people, `p` of them its author, or `g` of its guests, `m`
 * the caller's reactions.
 */
export const commentColumns = (sql: Sql, { sub = null }: { sub?: Caller["sub"] | null }) => sql`
  line.id, line.recording_id, line.parent_comment_id, line.content, line.at_seconds,
  line.original_at, line.removed,
  line.author_id as user_id, coalesce(p.username, g.name) as username, p.profile_picture, line.created_at, line.edited_at,
  coalesce(line.author_id = r.owner_id, false) as by_owner, ${isMine(sql, sub)} as can_edit,
  ${isMine(sql, sub)} or coalesce(r.owner_id = ${sub}::uuid, false) or (select app.is_admin()) as can_delete,
  case when r.owner_id = ${sub}::uuid then g.guest_id end as guest_id,
  coalesce(r.owner_id = ${sub}::uuid and g.banned, false) as author_banned,
  line.done, ${mentions(sql)} as mentions, line.reaction_counts, m.mine
`;

const isMine = (sql: Sql, sub: string | null) => sql`
  coalesce(line.author_id = ${sub}::uuid or line.guest_id = (select app.speaking_guest()), false)
`;

/** The tables beside `line` from which those columns come; `people` and `guests` are those of `peopleOf`. */
export const besideComments = (sql: Sql, caller: Caller, recordingId: string) => sql`
  join public.recordings r on r.id = line.recording_id
  left join people p on p.user_id = line.author_id
  left join guests g on g.guest_id = line.guest_id
  left join (
    select comment_id, array_agg(emoji) as mine from public.reactions
     where ${ownReactions(sql, caller)} and recording_id = ${recordingId} and comment_id is not null
     group by comment_id
  ) m on m.comment_id = line.id
`;

/** The reactions that the caller gave, with an account or as a guest. */
export const ownReactions = (sql: Sql, { sub, guest }: Caller) =>
  sub ? sql`user_id = ${sub}` : sql`guest_id = ${guest ?? null}::uuid`;

/** The discussion's people, and its guests, read once for all of its comments. */
export const peopleOf = (sql: Sql, recordingId: string) => sql`
  people as materialized (select * from app.discussion_people(${recordingId})),
  guests as materialized (select * from app.discussion_guests(${recordingId}))
`;

const mentions = (sql: Sql) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('user_id', named.user_id, 'name', named.username) order by named.username)
      from people named where named.user_id = any (line.mentions)), '[]')
`;

/** With a film, at its time in the original. */
export const toComment = (
  { reaction_counts, mine, at_seconds, original_at, removed, guest_id, ...row }: CommentRow,
  film: Film = null,
) => ({
  ...row,
  ...(removed && { removed }),
  at_seconds: at_seconds === null ? null : listedTime({ at_seconds, original_at }, film),
  author: {
    kind: row.user_id === null ? ("guest" as const) : ("account" as const),
    name: row.username,
    guest_id,
  },
  reactions: countsFor(reaction_counts, mine ?? []),
});

/** As the triggers keep them: only what somebody chose. */
export type Counts = Record<string, number>;

export const countsFor = (counts: Counts, mine: readonly string[]): ReactionCount[] =>
  EMOJI.flatMap((emoji) => {
    const count = counts[emoji] ?? 0;
    return count > 0 ? [{ emoji, count, user_reacted: mine.includes(emoji) }] : [];
  });
