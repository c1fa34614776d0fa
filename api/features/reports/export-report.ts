import { rowsInPages } from "#api/access/rows-in-pages.ts";
import type { SendRows } from "#api/http/csv.ts";
import { one } from "#api/http/errors.ts";
import { serverZone } from "#api/http/server-zone.ts";
import type { Db } from "#api/platform/database.ts";
import type { Period } from "#contract/analytics.ts";
import type { ReportType } from "#contract/reports.ts";
import { type Report, revenue, type Span, usage, users } from "./reports.ts";

const reports: Record<Exclude<ReportType, "full">, Report> = { users, revenue, usage };

/** A page of rows at a time, however many there are. That it was asked for is noted before the first of them. */
export async function exportReport(db: Db, type: ReportType, period: Period, send: SendRows) {
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

async function sendReport(db: Db, { columns, start, select }: Report, span: Span, send: SendRows) {
  await send([columns]);
  const pages = rowsInPages(db, start, (sql, after, most) => select(sql, span, after, most));
  for await (const rows of pages) await send(rows.map((row) => columns.map((name) => row[name])));
}
