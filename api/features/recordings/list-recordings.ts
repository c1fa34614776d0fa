import { contains } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Recording, RecordingQuery, RecordingSort } from "#contract/recordings.ts";

/** A page of the caller's own recordings: links and admins' rights open others, but those are no library. */
export async function listRecordings(db: Db, query: RecordingQuery) {
  const { limit, offset, search } = query;
  const [recordings, [counted]] = await db((sql) =>
    Promise.all([selectPage(sql, query), search ? countMatches(sql, search) : readCounter(sql)]),
  );
  const total = counted?.total ?? 0;
  return { recordings, total, has_more: offset + limit < total };
}

const selectPage = (sql: Sql, { limit, offset, search, sort }: RecordingQuery) => sql<Recording[]>`
  select * from public.recordings
   where owner_id = (select auth.uid()) ${search ? matching(sql, search) : sql``}
   order by ${orderBy(sql, sort)}
   limit ${limit} offset ${offset}
`;

const readCounter = (sql: Sql) => sql<{ total: number }[]>`
  select recording_count as total from public.storage_usage where user_id = (select auth.uid())
`;

const countMatches = (sql: Sql, search: string) => sql<{ total: number }[]>`
  select count(*) as total from public.recordings
   where owner_id = (select auth.uid()) ${matching(sql, search)}
`;

const matching = (sql: Sql, search: string) => sql`
  and (${contains(sql, sql`filename`, search)} or ${contains(sql, sql`original_filename`, search)})`;

/** Each is the order of an index. */
function orderBy(sql: Sql, sort: RecordingSort) {
  switch (sort) {
    case "newest":
      return sql`created_at desc, id desc`;
    case "oldest":
      return sql`created_at, id`;
    case "title":
      return sql`filename collate app.by_title, id`;
    case "longest":
      return sql`duration desc nulls last, id`;
    case "largest":
      return sql`size desc, id`;
  }
}
