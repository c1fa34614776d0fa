import { one } from "#api/http/errors.ts";
import { type Found, offsetOf, pageOf } from "#api/http/page.ts";
import { objectRemoval } from "#api/job-kinds.ts";
import type { Parts } from "#api/parts.ts";
import { patternOf } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { MOST_COUNTED } from "#contract/admin-pages.ts";
import {
  type AdminVideo,
  type AdminVideosQuery,
  deleteVideoCall,
  deleteVideosCall,
  getVideoCall,
  listVideosCall,
} from "#contract/admin-videos.ts";

export function serveVideos({ serve, jobs }: Parts): void {
  serve(listVideosCall, ({ db, query }) => readVideos(db, query));
  serve(deleteVideosCall, ({ db, body }) => deleteVideos(db, jobs, body.ids));
  serve(getVideoCall, ({ db, params }) => readVideo(db, params.id));
  // A single video is deleted as several are, but a refusal is an error.
  serve(deleteVideoCall, async ({ db, params }) => {
    await db`select app.delete_video_now(${params.id})`;
    await jobs.send(null, objectRemoval, {});
  });
}

/** Found first, past the policies by a function that asserts the admin: an index of text is of no use behind them. */
const readVideos = (db: Db, query: AdminVideosQuery) =>
  db(async (sql) => {
    const found = one(await findVideos(sql, query));
    const videos = await sql<AdminVideo[]>`
      ${selectVideos(sql)} where r.id = any (${found.ids}::uuid[])
       order by r.created_at desc, r.id desc
    `;
    return { videos, at_least: found.at_least, ...pageOf(query, [found]) };
  });

const readVideo = async (db: Db, id: string) =>
  one(
    await db((sql) => sql<AdminVideo[]>`${selectVideos(sql)} where r.id = ${id}`),
    "Video not found",
  );

/** The rows go now; a trigger lists their bytes, and a job removes them. */
async function deleteVideos(db: Db, jobs: Pick<Jobs, "send">, ids: readonly string[]) {
  const rows = await db<{ id: string; refused: string | null }[]>`
    select id, refused from app.delete_videos(${ids}::uuid[])
  `;
  await jobs.send(null, objectRemoval, {});
  return {
    deleted: rows.filter(({ refused }) => refused === null).map(({ id }) => id),
    failed: rows.flatMap(({ id, refused }) => (refused === null ? [] : [{ id, error: refused }])),
  };
}

const findVideos = (sql: Sql, query: AdminVideosQuery) => sql<Found[]>`
  select * from app.find_videos(
    ${query.search ? patternOf(query.search) : null}, ${query.storage === "all" ? null : query.storage},
    ${query.owner ?? null}, ${query.per_page}, ${offsetOf(query)}, ${MOST_COUNTED})
`;

/** With the whole row: the contract names what of it is answered. */
const selectVideos = (sql: Sql) => sql`
  select r.*, exists (select 1 from public.subtitles s
                  where s.recording_id = r.id and s.status = 'ready') as has_subtitles,
         case when r.thumbnail_path is not null
              then '/api/recordings/' || r.id || '/thumbnail' end as thumbnail_url,
         jsonb_build_object('id', u.id, 'username', u.username, 'email', u.email) as "user",
         r.size / 1048576.0::float8 as size_mb, r.duration as duration_seconds,
         '/video/' || r.id as storage_path
    from public.recordings r join public.users u on u.id = r.owner_id
`;
