import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import { hashPassword } from "#api/platform/passwords.ts";
import type { ChangeShare, Share } from "#contract/shares.ts";
import { shareColumns } from "./share-columns.ts";

const WORDS = "You may watch this recording, but not change its links.";

export async function changeShare(
  db: Db,
  recordingId: string,
  shareId: string,
  { password, ...change }: ChangeShare,
) {
  await db((sql) => requireLink(sql, recordingId, shareId)); // before any work is done for it
  const hash = password ? await hashPassword(password) : null;
  return db(async (sql) => {
    const share = one(await update(sql, recordingId, shareId, change), "Link not found");
    if (password === undefined) return share;
    return one(
      await sql<Share[]>`
        select ${shareColumns(sql)} from app.set_share_password(${shareId}, ${hash})
      `,
    );
  });
}

async function requireLink(sql: Sql, recordingId: string, shareId: string): Promise<void> {
  const [, shares] = await Promise.all([
    requireOwn(sql, recordingId, WORDS),
    sql`select 1 from public.shares where id = ${shareId} and recording_id = ${recordingId}`,
  ]);
  one(shares, "Link not found");
}

const update = (
  sql: Sql,
  recordingId: string,
  shareId: string,
  change: Omit<ChangeShare, "password">,
) => sql<Share[]>`
  update public.shares set
    label = coalesce(${change.label ?? null}, label),
    permission_type = coalesce(${change.permission_type ?? null}, permission_type),
    is_public = coalesce(${change.is_public ?? null}, is_public),
    allowed_email = ${audience(sql, change)},
    allow_download = coalesce(${change.allow_download ?? null}, allow_download),
    expires_at = ${
      change.expires_in_hours === undefined
        ? sql`expires_at`
        : sql`now() + make_interval(hours => ${change.expires_in_hours}::int)`
    }
  where id = ${shareId} and recording_id = ${recordingId}
  returning ${shareColumns(sql)}
`;

/** An address alone opens nothing and closes nothing: it counts with the word for whom the link is. */
function audience(sql: Sql, { is_public, allowed_email }: Omit<ChangeShare, "password">) {
  if (is_public === undefined) return sql`allowed_email`;
  return sql`${is_public ? null : (allowed_email ?? null)}`;
}
