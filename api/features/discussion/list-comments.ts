import { byTime, listing } from "#api/access/original.ts";
import { one } from "#api/http/errors.ts";
import type { Sql } from "#api/platform/database.ts";
import type { CommentQuery } from "#contract/discussion.ts";
import {
  besideComments,
  type CommentRow,
  commentColumns,
  peopleOf,
  type Speaking,
  toComment,
} from "./comment-row.ts";

/** Whole threads, in one query. The recording is read last, so that an ended right is an error and no empty list. */
export async function listComments(
  { db, caller }: Speaking,
  recordingId: string,
  { sort, limit, offset, done, original }: CommentQuery,
  among: readonly string[] | null = null,
) {
  const end = offset + limit;
  const [film, rows, recordings] = await db(async (sql) => {
    const { film, all } = await listing(sql, recordingId, original);
    return Promise.all([
      film,
      sql<(CommentRow & { place: number })[]>`
        with ${peopleOf(sql, recordingId)}, thread as (
          select id, row_number() over (order by ${order(sql, sort)}) as place
            from public.comments
           where recording_id = ${recordingId} and parent_comment_id is null
             and (not removed or ${all})
             and ${done ? sql`done = ${done === "true"}` : sql`true`}
             and ${among ? sql`id = any (${among}::uuid[])` : sql`true`}
           order by ${order(sql, sort)}
           limit ${limit + 1} offset ${offset}
        ), line as (
          select c.*, thread.place from thread join public.comments c using (id)
          union all
          select c.*, thread.place
            from thread join public.comments c on c.parent_comment_id = thread.id
           where thread.place <= ${end}
        )
        select ${commentColumns(sql, caller)}, line.place::int as place
          from line ${besideComments(sql, caller, recordingId)}
         order by line.place, line.parent_comment_id is not null, line.created_at, line.id
      `,
      sql<{ comment_count: number }[]>`
        select comment_count + case when ${all} then (
                 select count(*)::int from public.comments c where c.recording_id = r.id and c.removed)
               else 0 end as comment_count
          from public.recordings r where id = ${recordingId}
      `,
    ]);
  });
  const { comment_count } = one(recordings, "Recording not found");
  return {
    comments: rows.filter((row) => row.place <= end).map((row) => toComment(row, film)),
    total: comment_count,
    has_more: rows.some((row) => row.place > end),
  };
}

/** All threads by their time; those in removed parts are among them, and listed to their owner alone. */
export const threadsOf = (sql: Sql, recordingId: string) => sql<{ id: string }[]>`
  select id from public.comments where recording_id = ${recordingId} and parent_comment_id is null
   order by ${order(sql, "time")}
`;

const order = (sql: Sql, sort: CommentQuery["sort"]) =>
  sort === "time" ? sql`${byTime(sql)}, created_at, id` : sql`created_at desc, id desc`;
