import { notFound } from "#api/http/errors.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import type { Page } from "#contract/common.ts";
import type { SharedRecording } from "#contract/recordings.ts";
import { hideSharedWithMeCall, listSharedWithMeCall } from "#contract/shared-with-me.ts";

/** Recordings that others have shared with the caller. */
export function serveSharedWithMe({ serve }: Parts): void {
  serve(listSharedWithMeCall, ({ db, query }) => listSharedWithMe(db, query));
  serve(hideSharedWithMeCall, ({ db, params }) => hideShared(db, params.recording_id));
}

interface Row {
  recording: SharedRecording;
  share_token: string;
  username: string;
  first_seen_at: Date | null;
  watched_seconds: string;
  total: number;
}

async function listSharedWithMe(db: Db, { limit, offset }: Page) {
  const rows = await db<Row[]>`select * from app.shared_with_me(${limit}, ${offset})`;
  const recordings = rows.map(({ recording, username, watched_seconds, total: _, ...row }) => ({
    ...row,
    recording: { ...recording, original_filename: recording.filename },
    owner: { username },
    watched_seconds: Number(watched_seconds),
    new: row.first_seen_at === null,
  }));
  const total = rows[0]?.total ?? 0;
  return { recordings, total, has_more: offset + limit < total };
}

async function hideShared(db: Db, id: string): Promise<void> {
  const [row] = await db<{ hidden: boolean }[]>`select app.hide_shared(${id}) as hidden`;
  if (!row?.hidden) throw notFound("Recording not found");
}
