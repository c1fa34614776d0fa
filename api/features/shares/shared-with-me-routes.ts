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

async function listSharedWithMe(db: Db, { limit, offset }: Page) {
  const recordings = await db<(SharedWithMe & { total: number })[]>`
    select recording || jsonb_build_object('original_filename', recording -> 'filename') as recording,
           share_token, jsonb_build_object('username', username) as owner, first_seen_at,
           watched_seconds::float8 as watched_seconds, first_seen_at is null as new, total
      from app.shared_with_me(${limit}, ${offset})
  `;
  const total = recordings[0]?.total ?? 0;
  return { recordings, total, has_more: offset + limit < total };
}

async function hideShared(db: Db, id: string): Promise<void> {
  const [row] = await db<{ hidden: boolean }[]>`select app.hide_shared(${id}) as hidden`;
  if (!row?.hidden) throw notFound("Recording not found");
}
