import { contains } from "#api/platform/contains.ts";
import type { Sql } from "#api/platform/database.ts";
import type { AuditFilters } from "#contract/audit.ts";

/** The lines of the log that were asked for. */
export function matching(sql: Sql, { kind, act, search, person, from, until }: AuditFilters) {
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
