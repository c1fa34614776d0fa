import type { SendRows } from "#api/http/csv.ts";
import { one } from "#api/http/errors.ts";
import { serverZone } from "#api/http/server-zone.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Period } from "#contract/analytics.ts";
import type { ReportType } from "#contract/reports.ts";
import { type Report, revenue, usage, users } from "./reports.ts";

const ROWS_AT_ONCE = 500;

const reports: Record<Exclude<ReportType, "full">, Report> = { users, revenue, usage };

/** From a cursor: however many rows there are, a few of them are here at a time. That it left is noted. */
export const exportReport = (db: Db, type: ReportType, period: Period, send: SendRows) =>
  db(async (sql) => {
    await sql`select app.note_export(${type}, ${period})`;
    // It takes as long as whoever downloads takes.
    await sql`set local statement_timeout = 0`;
    const { since } = one(
      await sql<{ since: Date }[]>`
        select app.period_begins(${period}, ${serverZone()}) as since
      `,
    );
    if (type !== "full") return await sendReport(sql, reports[type], since, send);
    for (const [name, report] of Object.entries(reports)) {
      await send([[name]]);
      await sendReport(sql, report, since, send);
      await send([[]]);
    }
  });

async function sendReport(sql: Sql, { columns, select }: Report, since: Date, send: SendRows) {
  await send([columns]);
  for await (const rows of select(sql, since).cursor(ROWS_AT_ONCE))
    await send(rows.map((row) => columns.map((name) => row[name])));
}
