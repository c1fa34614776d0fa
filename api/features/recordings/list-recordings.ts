import type { PendingQuery, Row } from "postgres";
import { one } from "#api/http/errors.ts";
import { contains } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { FoundRecording, Recording, RecordingQuery, SaidMatch } from "#contract/recordings.ts";

const MOST_MOMENTS = 3;

/** A page of the caller's own recordings: links and admins' rights open others, but those are no library. */
export const listRecordings = (db: Db, query: RecordingQuery) =>
  db((sql) => (query.search ? searchPage(sql, query) : newestPage(sql, query)));

async function newestPage(sql: Sql, query: RecordingQuery) {
  const [recordings, [counted]] = await Promise.all([
    sql<Recording[]>`
      select * from public.recordings r where ${asked(sql, query)}
       order by ${orderBy(sql, query)} limit ${query.limit} offset ${query.offset}
    `,
    countAll(sql, query),
  ]);
  return pageOf(query, recordings.map(withMatches([])), counted?.total ?? 0);
}

/** All are counted already; some are counted now. */
const countAll = (sql: Sql, query: RecordingQuery) =>
  [query.folder_id, query.captions, query.shared, query.storage].some((one) => one !== undefined)
    ? sql<{ total: number }[]>`
        select count(*) as total from public.recordings r where ${asked(sql, query)}
      `
    : sql<{ total: number }[]>`
        select recording_count - trash_count as total from public.storage_usage
         where user_id = (select auth.uid())
      `;

/** The caller's own, as far as the filters let them through. */
function asked(sql: Sql, { folder_id, captions, shared, storage }: RecordingQuery) {
  const has = (wanted: "true" | "false", rows: PendingQuery<Row[]>) =>
    wanted === "true" ? sql`and exists (${rows})` : sql`and not exists (${rows})`;
  return sql`
    r.owner_id = (select auth.uid())
    ${folder_id === "none" ? sql`and r.folder_id is null` : folder_id ? sql`and r.folder_id = ${folder_id}` : sql``}
    ${storage ? sql`and r.storage_type = ${storage}` : sql``}
    ${captions ? has(captions, sql`select from public.subtitles s where s.recording_id = r.id and s.status = 'ready'`) : sql``}
    ${shared ? has(shared, sql`select from public.shares s where (s.recording_id = r.id or s.folder_id = r.folder_id) and (s.expires_at is null or s.expires_at > now())`) : sql``}
  `;
}

/** By its title, or by what is said in it. */
async function searchPage(sql: Sql, query: RecordingQuery) {
  const { search } = query;
  const { total, page } = one(await findPage(sql, query));
  const [recordings, moments] = await Promise.all([
    sql<Recording[]>`
      select * from public.recordings where id = any (${page}::uuid[])
       order by ${orderBy(sql, query)}
    `,
    sql<Moment[]>`
      select recording_id, at_seconds, said as text
        from app.moments_saying(${search}, ${page}::uuid[], ${MOST_MOMENTS})
    `,
  ]);
  return pageOf(query, recordings.map(withMatches(moments)), total);
}

/** All that is found is found once, for the page and for the count. Spoken words first: its index is quick, titles are read. */
const findPage = (sql: Sql, query: RecordingQuery) => sql<{ total: number; page: string[] }[]>`
  with found as materialized (
    select id, created_at, filename, duration, size, view_count from public.recordings r
     where ${asked(sql, query)}
       and (id in (select app.recordings_saying(${query.search}))
            or ${contains(sql, sql`filename`, query.search)}
            or ${contains(sql, sql`original_filename`, query.search)})
  )
  select (select count(*) from found) as total,
         array(select id from found order by ${orderBy(sql, query)}
                limit ${query.limit} offset ${query.offset}) as page
`;

const pageOf = (
  { limit, offset }: RecordingQuery,
  recordings: FoundRecording[],
  total: number,
) => ({ recordings, total, has_more: offset + limit < total });

type Moment = SaidMatch & { recording_id: string };

const withMatches =
  (moments: readonly Moment[]) =>
  (recording: Recording): FoundRecording => ({
    ...recording,
    matches: moments.filter(({ recording_id }) => recording_id === recording.id),
  });

/** The usual ones are each the order of an index. */
function orderBy(sql: Sql, { sort, order }: RecordingQuery) {
  const first = sort === "oldest" || sort === "title" ? "asc" : "desc";
  const way = (order ?? first) === "asc" ? sql`asc` : sql`desc`;
  switch (sort) {
    case "date":
    case "newest":
    case "oldest":
      return sql`created_at ${way}, id ${way}`;
    case "title":
      return sql`filename collate app.by_title ${way}, id`;
    case "length":
    case "longest":
      return sql`duration ${way} nulls last, id`;
    case "size":
    case "largest":
      return sql`size ${way}, id`;
    case "views":
      return sql`view_count ${way}, id`;
  }
}
