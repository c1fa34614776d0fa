import type postgres from "postgres";
import type { Sql } from "./database.ts";

/**
 * Whether a column holds what somebody typed, in letters of either case and any language. People type
 * text, not a pattern.
 */
export function contains(sql: Sql, column: postgres.Fragment, search: string) {
  return sql`app.folded(${column}) like app.folded(${patternOf(search)})`;
}

/** As `like` reads it. */
export const patternOf = (search: string) =>
  `%${search.normalize("NFC").replace(/[\\%_]/g, "\\$&")}%`;
