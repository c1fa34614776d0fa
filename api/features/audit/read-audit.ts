import { type Counted, offsetOf, pageOf } from "#api/http/page.ts";
import type { Db } from "#api/platform/database.ts";
import type { AuditEntry, AuditQuery } from "#contract/audit.ts";
import { matching } from "./matching.ts";

export async function readAudit(db: Db, query: AuditQuery) {
  const [entries, counted] = await db((sql) =>
    Promise.all([
      sql<AuditEntry[]>`
        select * from public.audit_log where ${matching(sql, query)}
         order by created_at desc, id desc
         limit ${query.per_page} offset ${offsetOf(query)}
      `,
      sql<Counted[]>`select count(*) as total from public.audit_log where ${matching(sql, query)}`,
    ]),
  );
  return { entries, ...pageOf(query, counted) };
}
