import { one } from "#api/http/errors.ts";
import { type Counted, offsetOf, type Page, pageOf } from "#api/http/page.ts";
import { objectRemoval } from "#api/job-kinds.ts";
import { contains } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/queue.ts";
import type { AdminVideo, StorageFilter } from "#contract/admin-videos.ts";

type Query = Page & { search: string; storage: StorageFilter; owner?: string | undefined };

export async function readVideos(db: Db, query: Query) {
  const [videos, counted] = await db((sql) =>
    Promise.all([selectPage(sql, query), countVideos(sql, query)]),
  );
  return { videos, ...pageOf(query, counted) };
}

export const readVideo = async (db: Db, id: string) =>
  one(
    await db((sql) => sql<AdminVideo[]>`${selectVideos(sql)} where r.id = ${id}`),
    "Video not found",
  );

/** The rows go now; a trigger lists their bytes, and a job removes them. */
export async function deleteVideos(db: Db, jobs: Pick<Jobs, "send">, ids: readonly string[]) {
  const rows = await db(
    (sql) => sql<{ id: string; refused: string | null }[]>`
      select id, refused from app.delete_videos(${ids}::uuid[])
    `,
  );
  await jobs.send(null, objectRemoval, {});
  return {
    deleted: rows.filter(({ refused }) => refused === null).map(({ id }) => id),
    failed: rows.flatMap(({ id, refused }) => (refused === null ? [] : [{ id, error: refused }])),
  };
}

/** As `deleteVideos`, but that it is refused as a whole. */
export async function deleteVideo(db: Db, jobs: Pick<Jobs, "send">, id: string) {
  await db((sql) => sql`select app.delete_video_now(${id})`);
  await jobs.send(null, objectRemoval, {});
}

/** The page is cut first, along the index: owners are looked up for its rows alone. */
const selectPage = (sql: Sql, query: Query) => sql<AdminVideo[]>`
  ${selectVideos(sql)}
   where ${matching(sql, query)}
   order by r.created_at desc, r.id desc
   limit ${query.per_page} offset ${offsetOf(query)}
`;

const selectVideos = (sql: Sql) => sql`
  select r.id, r.filename, r.created_at, r.storage_type, exists (select 1 from public.subtitles s
                  where s.recording_id = r.id and s.status = 'ready') as has_subtitles,
         case when r.thumbnail_path is not null
              then '/api/recordings/' || r.id || '/thumbnail' end as thumbnail_url,
         jsonb_build_object('id', u.id, 'username', u.username, 'email', u.email) as "user",
         r.size / 1048576.0::float8 as size_mb, r.duration as duration_seconds,
         '/video/' || r.id as storage_path
    from public.recordings r join public.users u on u.id = r.owner_id
`;

const countVideos = (sql: Sql, query: Query) => sql<Counted[]>`
  select count(*) as total
    from public.recordings r ${query.search ? sql`join public.users u on u.id = r.owner_id` : sql``}
   where ${matching(sql, query)}
`;

function matching(sql: Sql, { search, storage, owner }: Query) {
  const whose = owner ? sql`r.owner_id = ${owner}` : sql`true`;
  const kept = storage === "all" ? whose : sql`${whose} and r.storage_type = ${storage}`;
  if (!search) return kept;
  const byTitle = contains(sql, sql`r.filename`, search);
  const byPerson = sql`${contains(sql, sql`u.username`, search)} or ${contains(sql, sql`u.email`, search)}`;
  return sql`${kept} and (${byTitle} or ${byPerson})`;
}
