import type { Db } from "#api/platform/database.ts";
import type { AdminVideo } from "#contract/admin.ts";
import { containing, type Page, pageOf } from "./page.ts";

type Query = Page & { search: string; storage: "all" | AdminVideo["storage_type"] };

export async function readVideos(db: Db, query: Query) {
  const pattern = containing(query.search);
  const rows = await db(
    (sql) => sql<(AdminVideo & { total: number })[]>`
      select r.id, r.filename, r.created_at, r.storage_type, false as has_subtitles,
             case when r.thumbnail_path is not null
                  then '/api/recordings/' || r.id || '/thumbnail' end as thumbnail_url,
             jsonb_build_object('username', u.username, 'email', u.email) as "user",
             r.size / 1048576.0::float8 as size_mb, r.duration as duration_seconds,
             '/video/' || r.id as storage_path,
             count(*) over () as total
        from public.recordings r join public.users u on u.id = r.owner_id
       where (r.filename ilike ${pattern} or u.username ilike ${pattern})
         and (${query.storage} = 'all' or r.storage_type = ${query.storage})
       order by r.created_at desc, r.id
       limit ${query.per_page} offset ${(query.page - 1) * query.per_page}
    `,
  );
  return { videos: rows, ...pageOf(query, rows) };
}
