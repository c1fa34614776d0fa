import type { PendingQuery } from "postgres";
import { END, type PageEnd, type Row, START, sendInPages } from "#api/access/rows-in-pages.ts";
import { isStillAdmin } from "#api/access/session.ts";
import { csvAnswer, type SendRows } from "#api/http/csv.ts";
import { one } from "#api/http/errors.ts";
import { serverZone } from "#api/http/server-zone.ts";
import type { Parts } from "#api/parts.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Period } from "#contract/analytics.ts";
import { exportReportCall, type ReportType } from "#contract/reports.ts";

/** Served after the audit log, whose export has an address of this form. */
export function serveReports({ serve }: Parts): void {
  serve(exportReportCall, ({ db, params: { type }, query: { period }, c }) => {
    const produce = (send: SendRows) => exportReport(db, type, period, send);
    return csvAnswer(c, `${type}-report-${period}`, produce, isStillAdmin(db));
  });
}

/** The period, as the database writes it. */
interface Span {
  since: string;
  until: string;
}

interface Report {
  start: PageEnd;
  /** The next rows after the row at a place. */
  select: (sql: Sql, span: Span, after: PageEnd, most: number) => PendingQuery<Row[]>;
}

/** Everybody, the newest account first. */
const users: Report = {
  start: END,
  select: (sql, { since }, after, most) => sql<Row[]>`
    select u.created_at::text as place_at, u.id as place_id, u.id, u.username, u.email, u.role, coalesce(u.oauth_provider, 'Password') as auth_type,
           case when u.suspended then 'Suspended' else 'Active' end as status, p.name as plan,
           held.recording_count - held.trash_count as recordings,
           (select count(*) from public.recordings r
             where r.owner_id = u.id and r.deleted_at is null and r.created_at >= ${since}::text::timestamptz) as recordings_in_period,
           held.used_bytes + held.drive_bytes as storage_bytes,
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
const revenue: Report = {
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

/** Recordings that were made in the period and still exist, outside of the trash. */
const usage: Report = {
  start: START,
  select: (sql, { since, until }, after, most) => sql<Row[]>`
    select r.created_at::text as place_at, r.id as place_id, r.id, r.filename, u.username as owner, u.email, r.status, r.size as size_bytes,
           r.duration as duration_seconds, r.storage_type, r.created_at
      from public.recordings r join public.users u on u.id = r.owner_id
     where r.deleted_at is null and r.created_at >= ${since}::text::timestamptz and r.created_at <= ${until}::text::timestamptz
       and (r.created_at, r.id) > (${after.at}::text::timestamptz, ${after.id}::uuid)
     order by r.created_at, r.id limit ${most}
  `,
};

const reports: Record<Exclude<ReportType, "full">, Report> = { users, revenue, usage };

/** A page of rows at a time, however many there are. That it was asked for is noted before the first of them. */
async function exportReport(db: Db, type: ReportType, period: Period, send: SendRows) {
  const span = one(
    await db(async (sql) => {
      await sql`select app.note_export(${type}, ${period})`;
      return sql<Span[]>`
        select app.period_begins(${period}, ${serverZone()})::text as since, now()::text as until
      `;
    }),
  );
  if (type !== "full") return await sendReport(db, reports[type], span, send);
  for (const [name, report] of Object.entries(reports)) {
    await send([[name]]);
    await sendReport(db, report, span, send);
    await send([[]]);
  }
}

const sendReport = (db: Db, { start, select }: Report, span: Span, send: SendRows) =>
  sendInPages(db, start, (sql, after, most) => select(sql, span, after, most), send);
