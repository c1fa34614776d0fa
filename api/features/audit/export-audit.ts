import { type PagedRow, type PageEnd, rowsInPages } from "#api/access/rows-in-pages.ts";
import type { SendRows } from "#api/http/csv.ts";
import type { Db } from "#api/platform/database.ts";
import type { AuditEntry, AuditFilters } from "#contract/audit.ts";
import { matching } from "./read-audit.ts";

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

type Row = Omit<AuditEntry, "created_at"> & { created_at: Date } & PagedRow;

const NEWEST: PageEnd = { at: "infinity", id: "9223372036854775807" };

/** A page of lines at a time, however long the log is. That it was asked for is a line, too, and before them. */
export async function exportAudit(db: Db, filters: AuditFilters, send: SendRows) {
  await db`select app.note_export('audit')`;
  await send([columns]);
  const pages = rowsInPages(
    db,
    NEWEST,
    (sql, { at, id }, most) => sql<Row[]>`
      select *, created_at::text as place_at, id::text as place_id from public.audit_log
       where ${matching(sql, filters)}
         and (created_at, id) < (${at}::text::timestamptz, ${id}::text::bigint)
       order by created_at desc, id desc limit ${most}
    `,
  );
  for await (const rows of pages) await send(rows.map(cellsOf));
}

const cellsOf = (row: Row) =>
  columns.map((name) => {
    const value = row[name];
    return value !== null && typeof value === "object" && !(value instanceof Date)
      ? JSON.stringify(value)
      : value;
  });
