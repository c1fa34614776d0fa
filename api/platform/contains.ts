import type postgres from "postgres";
import type { Sql } from "./database.ts";

/**
 * Whether a column holds what somebody typed, in letters of either case and any language. What people
 * type is text, not a pattern.
 */
export function contains(sql: Sql, column: postgres.Fragment, search: string) {
  const pattern = `%${search.normalize("NFC").replace(/[\\%_]/g, "\\$&")}%`;
  return sql`lower(${column} collate "und-x-icu") like lower(${pattern}::text collate "und-x-icu")`;
}
