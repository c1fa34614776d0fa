import { notFound } from "#api/http/errors.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import type { Page } from "#contract/common.ts";
import {
  hideSharedWithMeCall,
  listSharedWithMeCall,
  type SharedWithMe,
} from "#contract/shared-with-me.ts";

/** Recordings that others have shared with the caller. */
export function serveSharedWithMe({ serve }: Parts): void {
  serve(listSharedWithMeCall, ({ db, query }) => listSharedWithMe(db, query));
  serve(hideSharedWithMeCall, ({ db, params }) => hideShared(db, params.recording_id));
}

const listSharedWithMe = (db: Db, { limit, offset }: Page) =>
  db(async (sql) => {
    const recordings = await sql<(SharedWithMe & { total: number })[]>`
      select recording || jsonb_build_object('original_filename', recording -> 'filename', 'live', null)
               as recording,
             share_token, jsonb_build_object('username', username) as owner, first_seen_at,
             watched_seconds::float8 as watched_seconds, first_seen_at is null as new, total
        from app.shared_with_me(${limit}, ${offset})
    `;
    // Past the last page there is no row to carry the total.
    const isPast = recordings.length === 0 && offset > 0;
    const [row] = isPast ? await sql`select total from app.shared_with_me(1, 0)` : recordings;
    const total: number = row?.total ?? 0;
    return { recordings, total, has_more: offset + limit < total };
  });

async function hideShared(db: Db, id: string): Promise<void> {
  const [row] = await db<{ hidden: boolean }[]>`select app.hide_shared(${id}) as hidden`;
  if (!row?.hidden) throw notFound("Recording not found");
}
