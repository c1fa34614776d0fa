import { isOwn } from "#api/access/original.ts";
import { one, oneOrRefuse } from "#api/http/errors.ts";
import type { Caller, Sql } from "#api/platform/database.ts";
import { type AddReaction, Emoji, type Reaction } from "#contract/discussion.ts";
import { type Counts, countsFor, ownReactions, type Speaking } from "./comment-row.ts";

/** The thing that gets a reaction: a recording itself, or a comment. */
export type Target = { recording: string } | { comment: string };

interface ReactionTarget {
  recording_id: string;
  comment_id: string | null;
  reaction_counts: Counts;
}

export const readReactions = ({ db, caller }: Speaking, target: Target) =>
  db(async (sql) => summary(sql, caller, one(await place(sql, target), "Not found")));

/** A second click before the first was answered changes nothing: a person has each emoji once. */
export const addReaction = (
  { db, caller }: Speaking,
  target: Target,
  { emoji, at_seconds }: AddReaction,
) =>
  db(async (sql) => {
    const where = one(await place(sql, target), "Not found");
    await sql`
      insert into public.reactions (recording_id, comment_id, emoji, at_seconds)
      values (
        ${where.recording_id}, ${where.comment_id}, ${emoji},
        ${where.comment_id === null ? at_seconds : null}
      )
      on conflict do nothing
    `;
    const [mine, counted] = await Promise.all([
      sql<Reaction[]>`
        select id, emoji, at_seconds, created_at from public.reactions
         where ${own(sql, caller, where)} and emoji = ${emoji}
      `,
      place(sql, target),
    ]);
    return { reaction: one(mine), ...(await summary(sql, caller, one(counted))) };
  });

/** `which` is the reaction's id, or its emoji: the specification's screens use both. */
export const removeReaction = ({ db, caller }: Speaking, target: Target, which: string) =>
  db(async (sql) => {
    const where = one(await place(sql, target), "Not found");
    const isEmoji = Emoji.safeParse(which).success;
    const gone = await sql`
      delete from public.reactions
       where ${own(sql, caller, where)}
         and ${isEmoji ? sql`emoji = ${which}` : sql`id = ${which}`}
      returning id
    `;
    const seen = async () =>
      isEmoji
        ? []
        : sql`
            select 1 from public.reactions
             where id = ${which} and recording_id = ${where.recording_id}
               and comment_id is not distinct from ${where.comment_id}
          `;
    const words = "Only the person who reacted takes a reaction back.";
    await oneOrRefuse(gone, seen, { words, what: "Reaction not found" });
    return summary(sql, caller, one(await place(sql, target)));
  });

const place = (sql: Sql, target: Target) =>
  "recording" in target
    ? sql<ReactionTarget[]>`
        select id as recording_id, null as comment_id,
               case when ${isOwn(sql, target.recording)} then ${allCounts(sql)}
                    else reaction_counts end as reaction_counts
          from public.recordings r where id = ${target.recording}
      `
    : sql<ReactionTarget[]>`
        select recording_id, id as comment_id, reaction_counts
          from public.comments where id = ${target.comment}
      `;

/** With those in removed parts, which are in nobody else's counts. */
const allCounts = (sql: Sql) => sql`(
  select reaction_counts || coalesce(jsonb_object_agg(emoji, n), '{}')
    from (select emoji, count(*) as n, bool_or(removed) as any_removed from public.reactions
           where recording_id = r.id and comment_id is null group by emoji) counted
   where any_removed)`;

const own = (sql: Sql, caller: Caller, { recording_id, comment_id }: ReactionTarget) => sql`
  ${ownReactions(sql, caller)} and recording_id = ${recording_id}
  and comment_id is not distinct from ${comment_id}
`;

async function summary(sql: Sql, caller: Caller, where: ReactionTarget) {
  const mine = await sql<{ emoji: string }[]>`
    select emoji from public.reactions where ${own(sql, caller, where)}
  `;
  const chosen = mine.map(({ emoji }) => emoji);
  const reactions = countsFor(where.reaction_counts, chosen);
  return { reactions, total_count: reactions.reduce((sum, { count }) => sum + count, 0) };
}
