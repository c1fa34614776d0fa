import type { SendRows } from "#api/http/csv.ts";
import type { Db } from "#api/platform/database.ts";
import type { AuditEntry, AuditFilters } from "#contract/audit.ts";
import { matching } from "./matching.ts";

const ROWS_AT_ONCE = 500;

const columns = [
  "created_at",
  "kind",
  "act",
  "actor",
  "target",
  "before",
  "after",
  "address",
  "actor_id",
  "target_id",
] as const;

type Row = Omit<AuditEntry, "created_at"> & { created_at: Date };

/** From a cursor: however long the log is, a few of its lines are here at a time. That it left is a line, too. */
export const exportAudit = (db: Db, filters: AuditFilters, send: SendRows) =>
  db(async (sql) => {
    await sql`select app.note_export('audit')`;
    // It takes as long as whoever downloads takes.
    await sql`set local statement_timeout = 0`;
    await send([columns]);
    const rows = sql<Row[]>`
      select * from public.audit_log where ${matching(sql, filters)} order by created_at desc, id desc
    `;
    for await (const batch of rows.cursor(ROWS_AT_ONCE)) await send(batch.map(cellsOf));
  });

const cellsOf = (row: Row) =>
  columns.map((name) => {
    const value = row[name];
    return value !== null && typeof value === "object" && !(value instanceof Date)
      ? JSON.stringify(value)
      : value;
  });
