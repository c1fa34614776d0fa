import { type PageEnd, type Row, sendInPages } from "#api/access/rows-in-pages.ts";
import { isStillAdmin } from "#api/access/session.ts";
import { csvAnswer, type SendRows } from "#api/http/csv.ts";
import { one } from "#api/http/errors.ts";
import { type Counted, type Found, offsetOf, pageOf } from "#api/http/page.ts";
import type { Parts } from "#api/parts.ts";
import { contains, patternOf } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import { MOST_COUNTED } from "#contract/admin-pages.ts";
import {
  type AuditEntry,
  type AuditFilters,
  type AuditQuery,
  exportAuditLogCall,
  listAuditLogCall,
} from "#contract/audit.ts";

export function serveAudit({ serve }: Parts): void {
  serve(listAuditLogCall, ({ db, query }) =>
    db((sql) => (query.search ? searchLog(sql, query) : listLog(sql, query))),
  );
  serve(exportAuditLogCall, ({ db, query, c }) =>
    csvAnswer(c, "audit", (send) => exportAudit(db, query, send), isStillAdmin(db)),
  );
}

async function listLog(sql: Sql, query: AuditQuery) {
  const [entries, counted] = await Promise.all([
    sql<AuditEntry[]>`
      select * from public.audit_log where ${matching(sql, query)}
       order by created_at desc, id desc
       limit ${query.per_page} offset ${offsetOf(query)}
    `,
    sql<Counted[]>`select count(*) as total from public.audit_log where ${matching(sql, query)}`,
  ]);
  return { entries, at_least: false, ...pageOf(query, counted) };
}

/** Found first, past the policies by a function that asserts the admin: an index of text is of no use behind them. */
async function searchLog(sql: Sql, query: AuditQuery) {
  const { search, kind = null, act, person = null, from = null, until = null } = query;
  const found = one(
    await sql<Found<number>[]>`
      select * from app.find_audit(${patternOf(search)}, ${kind}, ${act || null}, ${person}, ${from},
                                   ${until}, ${query.per_page}, ${offsetOf(query)}, ${MOST_COUNTED})
    `,
  );
  const entries = await sql<AuditEntry[]>`
    select * from public.audit_log where id = any (${found.ids}::bigint[])
     order by created_at desc, id desc
  `;
  return { entries, at_least: found.at_least, ...pageOf(query, [found]) };
}

/** The lines of the log that were asked for. */
function matching(sql: Sql, { kind, act, search, person, from, until }: AuditFilters) {
  const asked = [
    kind && sql`kind = ${kind}`,
    act && sql`act = ${act}`,
    person && sql`(actor_id = ${person} or target_id = ${person})`,
    from && sql`created_at >= ${from}`,
    until && sql`created_at < ${until}`,
    search && sql`(${contains(sql, sql`actor`, search)} or ${contains(sql, sql`target`, search)})`,
  ];
  return asked.reduce<ReturnType<Sql>>(
    (all, one) => (one ? sql`${all} and ${one}` : all),
    sql`true`,
  );
}

const NEWEST: PageEnd = { at: "infinity", id: "9223372036854775807" };

/** A page of lines at a time, however long the log is. That it was asked for is a line, too, and before them. */
async function exportAudit(db: Db, filters: AuditFilters, send: SendRows) {
  await db`select app.note_export('audit')`;
  await sendInPages(
    db,
    NEWEST,
    (sql, { at, id }, most) => sql<Row[]>`
      select created_at, kind, act, actor, target, before, after, address, actor_id, target_id,
             created_at::text as place_at, id::text as place_id
        from public.audit_log
       where ${matching(sql, filters)}
         and (created_at, id) < (${at}::text::timestamptz, ${id}::text::bigint)
       order by created_at desc, id desc limit ${most}
    `,
    send,
  );
}
