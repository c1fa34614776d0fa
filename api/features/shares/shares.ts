import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import { hashPassword } from "#api/platform/passwords.ts";
import type { ChangeShare, CreateShare, Share } from "#contract/shares.ts";

/** The thing that a link leads to. */
export interface Place {
  of: "recording" | "folder";
  id: string;
}

const refusals = {
  list: "You may watch this recording; its links are its owner's business.",
  create: "You may watch this recording, but not share it.",
  change: "You may watch this recording, but not change its links.",
  revoke: "You may watch this recording, but not revoke its links.",
};

export const listShares = (db: Db, place: Place) =>
  db(async (sql) => {
    const [, shares] = await Promise.all([
      requireOwnPlace(sql, place, refusals.list),
      sql<Share[]>`
        select ${shareColumns(sql)} from public.shares where ${to(sql, place)} order by created_at desc
      `,
    ]);
    return { shares };
  });

export async function createShare(db: Db, place: Place, wanted: CreateShare) {
  await db((sql) => requireOwnPlace(sql, place, refusals.create)); // before any work is done for it
  const hash = wanted.password ? await hashPassword(wanted.password) : null;
  return db(async (sql) => {
    const made = await sql<Share[]>`
      insert into public.shares
        (${sql(column(place))}, label, permission_type, is_public, allowed_email, allow_download, expires_at,
         guests_may_comment, watch_live)
      values (
        ${place.id}, ${wanted.label}, ${wanted.permission_type}, ${wanted.is_public},
        ${wanted.is_public ? null : (wanted.allowed_email ?? null)}, ${wanted.allow_download},
        now() + make_interval(hours => ${wanted.expires_in_hours}::int), ${wanted.guests_may_comment},
        ${wanted.watch_live}
      )
      returning ${shareColumns(sql)}
    `;
    const share = one(made);
    return hash === null ? share : setPassword(sql, share.id, hash);
  });
}

export async function changeShare(
  db: Db,
  place: Place,
  shareId: string,
  { password, ...change }: ChangeShare,
) {
  await db((sql) => requireLink(sql, place, shareId));
  const hash = password ? await hashPassword(password) : null;
  return db(async (sql) => {
    const share = one(await update(sql, place, shareId, change), "Link not found");
    return password === undefined ? share : setPassword(sql, shareId, hash);
  });
}

/** The row goes, and with it everything that asks whether the link opens. */
export const revokeShare = (db: Db, place: Place, shareId: string) =>
  db(async (sql) => {
    const [, revoked] = await Promise.all([
      requireOwnPlace(sql, place, refusals.revoke),
      sql`delete from public.shares where id = ${shareId} and ${to(sql, place)} returning id`,
    ]);
    return one(revoked, "Link not found");
  });

const column = ({ of }: Place) => (of === "folder" ? "folder_id" : "recording_id");
const to = (sql: Sql, place: Place) => sql`${sql(column(place))} = ${place.id}`;

/** Nobody sees the folders of others. */
async function requireOwnPlace(sql: Sql, { of, id }: Place, words: string): Promise<void> {
  if (of === "recording") return requireOwn(sql, id, words);
  one(await sql`select 1 from public.folders where id = ${id}`, "This folder does not exist.");
}

/** A link as the contract shows it to its owner. */
const shareColumns = (sql: Sql) => sql`
  id, recording_id, folder_id, token as share_token, label, permission_type, is_public, allowed_email,
  allow_download, guests_may_comment, watch_live, password_version is not null as has_password, expires_at,
  coalesce(expires_at <= now(), false) as is_expired, view_count, last_viewed_at, created_at
`;

const setPassword = async (sql: Sql, id: string, hash: string | null): Promise<Share> =>
  one(await sql<Share[]>`select ${shareColumns(sql)} from app.set_share_password(${id}, ${hash})`);

async function requireLink(sql: Sql, place: Place, shareId: string): Promise<void> {
  const [, shares] = await Promise.all([
    requireOwnPlace(sql, place, refusals.change),
    sql`select 1 from public.shares where id = ${shareId} and ${to(sql, place)}`,
  ]);
  one(shares, "Link not found");
}

const update = (
  sql: Sql,
  place: Place,
  shareId: string,
  change: Omit<ChangeShare, "password">,
) => sql<Share[]>`
  update public.shares set
    label = coalesce(${change.label ?? null}, label),
    permission_type = coalesce(${change.permission_type ?? null}, permission_type),
    is_public = coalesce(${change.is_public ?? null}, is_public),
    allowed_email = ${audience(sql, change)},
    allow_download = coalesce(${change.allow_download ?? null}, allow_download),
    guests_may_comment = coalesce(${change.guests_may_comment ?? null}, guests_may_comment),
    watch_live = coalesce(${change.watch_live ?? null}, watch_live),
    expires_at = ${
      change.expires_in_hours === undefined
        ? sql`expires_at`
        : sql`now() + make_interval(hours => ${change.expires_in_hours}::int)`
    }
  where id = ${shareId} and ${to(sql, place)}
  returning ${shareColumns(sql)}
`;

/** An address alone opens nothing and closes nothing: it counts with the word for whom the link is. */
function audience(sql: Sql, { is_public, allowed_email }: Omit<ChangeShare, "password">) {
  if (is_public === undefined) return sql`allowed_email`;
  return sql`${is_public ? null : (allowed_email ?? null)}`;
}
