import type { Sql } from "#api/platform/database.ts";
import type { KeptRange } from "#contract/timeline.ts";

/** Maps what hangs on time from the film before to the film after; null is the original. */
export async function followCut(
  _sql: Sql,
  _recording: string,
  _before: KeptRange[] | null,
  _after: KeptRange[] | null,
): Promise<void> {}

/** Forgets what lies in removed parts, and where anything was in the original. */
export async function forgetRemoved(_sql: Sql, _recording: string): Promise<void> {}
