import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { hashPassword } from "#api/platform/passwords.ts";
import type { CreateShare, Share } from "#contract/shares.ts";
import { shareColumns } from "./share-columns.ts";

const WORDS = "You may watch this recording, but not share it.";

export async function createShare(db: Db, recordingId: string, wanted: CreateShare) {
  await db((sql) => requireOwn(sql, recordingId, WORDS)); // before any work is done for it
  const hash = wanted.password ? await hashPassword(wanted.password) : null;
  return db(async (sql) => {
    const made = await sql<Share[]>`
      insert into public.shares
        (recording_id, label, permission_type, is_public, allowed_email, allow_download, expires_at)
      values (
        ${recordingId}, ${wanted.label}, ${wanted.permission_type}, ${wanted.is_public},
        ${wanted.is_public ? null : (wanted.allowed_email ?? null)}, ${wanted.allow_download},
        now() + make_interval(hours => ${wanted.expires_in_hours}::int)
      )
      returning ${shareColumns(sql)}
    `;
    const share = one(made);
    if (hash === null) return share;
    return one(
      await sql<Share[]>`
        select ${shareColumns(sql)} from app.set_share_password(${share.id}, ${hash})
      `,
    );
  });
}
