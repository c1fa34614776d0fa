import { one } from "#api/http/errors.ts";
import { contains } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type {
  FoundRecording,
  Recording,
  RecordingQuery,
  RecordingSort,
  SaidMatch,
} from "#contract/recordings.ts";

const MOST_MOMENTS = 3;

/** A page of the caller's own recordings: links and admins' rights open others, but those are no library. */
export const listRecordings = (db: Db, query: RecordingQuery) =>
  db((sql) => (query.search ? searchPage(sql, query) : newestPage(sql, query)));

async function newestPage(sql: Sql, query: RecordingQuery) {
  const [recordings, [counted]] = await Promise.all([
    selectPage(sql, query),
    sql<{ total: number }[]>`
      select recording_count - trash_count as total from public.storage_usage
       where user_id = (select auth.uid())
    `,
  ]);
  return pageOf(query, recordings.map(withMatches([])), counted?.total ?? 0);
}

/** By its title, or by what is said in it. */
async function searchPage(sql: Sql, query: RecordingQuery) {
  const { search, sort } = query;
  const { total, page } = one(await findPage(sql, query));
  const [recordings, moments] = await Promise.all([
    sql<Recording[]>`
      select * from public.recordings where id = any (${page}::uuid[])
       order by ${orderBy(sql, sort)}
    `,
    sql<Moment[]>`
      select recording_id, at_seconds, said as text
        from app.moments_saying(${search}, ${page}::uuid[], ${MOST_MOMENTS})
    `,
  ]);
  return pageOf(query, recordings.map(withMatches(moments)), total);
}

/** All that is found is found once, for the page and for the count. What is said first: its index is quick, titles are read. */
const findPage = (sql: Sql, { search, sort, limit, offset }: RecordingQuery) => sql<
  { total: number; page: string[] }[]
>`
  with found as materialized (
    select id, created_at, filename, duration, size from public.recordings
     where owner_id = (select auth.uid())
       and (id in (select app.recordings_saying(${search}))
            or ${contains(sql, sql`filename`, search)} or ${contains(sql, sql`original_filename`, search)})
  )
  select (select count(*) from found) as total,
         array(select id from found order by ${orderBy(sql, sort)}
                limit ${limit} offset ${offset}) as page
`;

const pageOf = (
  { limit, offset }: RecordingQuery,
  recordings: FoundRecording[],
  total: number,
) => ({ recordings, total, has_more: offset + limit < total });

const selectPage = (sql: Sql, { limit, offset, sort }: RecordingQuery) => sql<Recording[]>`
  select * from public.recordings
   where owner_id = (select auth.uid())
   order by ${orderBy(sql, sort)}
   limit ${limit} offset ${offset}
`;

type Moment = SaidMatch & { recording_id: string };

const withMatches =
  (moments: readonly Moment[]) =>
  (recording: Recording): FoundRecording => ({
    ...recording,
    matches: moments.filter(({ recording_id }) => recording_id === recording.id),
  });

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
