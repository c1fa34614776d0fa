import type { PendingQuery } from "postgres";
import { END, type PagedRow, type PageEnd, START } from "#api/access/rows-in-pages.ts";
import type { Sql } from "#api/platform/database.ts";

type Row = Record<string, string | number | boolean | Date | null> & PagedRow;

/** The period, as the database writes it. */
export interface Span {
  since: string;
  until: string;
}

export interface Report {
  columns: readonly string[];
  start: PageEnd;
  /** The next rows after the row at a place. */
  select: (sql: Sql, span: Span, after: PageEnd, most: number) => PendingQuery<Row[]>;
}

/** Everybody, the newest account first. */
export const users: Report = {
  columns: [
    "id",
    "username",
    "email",
    "role",
    "auth_type",
    "status",
    "plan",
    "recordings",
    "recordings_in_period",
    "storage_bytes",
    "joined_at",
    "last_active_at",
  ],
  start: END,
  select: (sql, { since }, after, most) => sql<Row[]>`
    select u.created_at::text as place_at, u.id as place_id, u.id, u.username, u.email, u.role, coalesce(u.oauth_provider, 'Password') as auth_type,
           case when u.suspended then 'Suspended' else 'Active' end as status, p.name as plan,
           held.recording_count as recordings, held.used_bytes + held.drive_bytes as storage_bytes,
           (select count(*) from public.recordings r
             where r.owner_id = u.id and r.created_at >= ${since}::text::timestamptz) as recordings_in_period,
           u.created_at as joined_at, u.last_active_at
      from public.users u
      left join public.storage_usage held on held.user_id = u.id
      left join public.subscriptions s on s.user_id = u.id
      left join public.plans p on p.id = s.plan_id
     where u.created_at <= ${after.at}::text::timestamptz
       and (u.created_at, u.id) < (${after.at}::text::timestamptz, ${after.id}::uuid)
     order by u.created_at desc, u.id desc limit ${most}
  `,
};

/** People whose subscription was paid in the period, or is paid now; the oldest account first. */
export const revenue: Report = {
  columns: [
    "user_id",
    "username",
    "email",
    "plan",
    "status",
    "monthly_usd",
    "subtitle_addon",
    "paid_until",
    "past_due_since",
  ],
  start: START,
  select: (sql, { since }, after, most) => sql<Row[]>`
    select u.created_at::text as place_at, u.id as place_id, u.id as user_id, u.username, u.email, p.name as plan, s.status,
           s.monthly_cents / 100.0::float8 as monthly_usd, s.subtitle_addon_enabled as subtitle_addon,
           s.paid_until, s.past_due_since
      from public.subscriptions s
      join public.users u on u.id = s.user_id
      join public.plans p on p.id = s.plan_id
     where s.monthly_cents > 0 and s.paid_until >= ${since}::text::timestamptz
       and (u.created_at, u.id) > (${after.at}::text::timestamptz, ${after.id}::uuid)
     order by u.created_at, u.id limit ${most}
  `,
};

/** Recordings that were made in the period and still exist. */
export const usage: Report = {
  columns: [
    "id",
    "filename",
    "owner",
    "email",
    "status",
    "size_bytes",
    "duration_seconds",
    "storage_type",
    "created_at",
  ],
  start: START,
  select: (sql, { since, until }, after, most) => sql<Row[]>`
    select r.created_at::text as place_at, r.id as place_id, r.id, r.filename, u.username as owner, u.email, r.status, r.size as size_bytes,
           r.duration as duration_seconds, r.storage_type, r.created_at
      from public.recordings r join public.users u on u.id = r.owner_id
     where r.created_at >= ${since}::text::timestamptz and r.created_at <= ${until}::text::timestamptz
       and (r.created_at, r.id) > (${after.at}::text::timestamptz, ${after.id}::uuid)
     order by r.created_at, r.id limit ${most}
  `,
};
