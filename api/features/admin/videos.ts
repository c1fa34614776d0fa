import { type Counted, offsetOf, type Page, pageOf } from "#api/http/page.ts";
import { contains } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { AdminVideo, StorageFilter } from "#contract/admin-videos.ts";

type Query = Page & { search: string; storage: StorageFilter };

export async function readVideos(db: Db, query: Query) {
  const [videos, counted] = await db((sql) =>
    Promise.all([selectPage(sql, query), countVideos(sql, query)]),
  );
  return { videos, ...pageOf(query, counted) };
}

/** The page is cut first, along the index: owners are looked up for its rows alone. */
const selectPage = (sql: Sql, query: Query) => sql<AdminVideo[]>`
  select r.id, r.filename, r.created_at, r.storage_type, exists (select 1 from public.subtitles s
                  where s.recording_id = r.id and s.status = 'ready') as has_subtitles,
         case when r.thumbnail_path is not null
              then '/api/recordings/' || r.id || '/thumbnail' end as thumbnail_url,
         jsonb_build_object('username', u.username, 'email', u.email) as "user",
         r.size / 1048576.0::float8 as size_mb, r.duration as duration_seconds,
         '/video/' || r.id as storage_path
    from public.recordings r join public.users u on u.id = r.owner_id
   where ${matching(sql, query)}
   order by r.created_at desc, r.id desc
   limit ${query.per_page} offset ${offsetOf(query)}
`;

const countVideos = (sql: Sql, query: Query) => sql<Counted[]>`
  select count(*) as total
    from public.recordings r ${query.search ? sql`join public.users u on u.id = r.owner_id` : sql``}
   where ${matching(sql, query)}
`;

function matching(sql: Sql, { search, storage }: Query) {
  const kept = storage === "all" ? sql`true` : sql`r.storage_type = ${storage}`;
  if (!search) return kept;
  const byTitle = contains(sql, sql`r.filename`, search);
  return sql`${kept} and (${byTitle} or ${contains(sql, sql`u.username`, search)})`;
}
