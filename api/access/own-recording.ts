import { forbidden, one } from "#api/http/errors.ts";
import type { Sql } from "#api/platform/database.ts";

/** Before anything is done to a recording that is its owner's business. A caller who only sees it is told so, by `words`. */
export async function requireOwn(sql: Sql, id: string, words: string): Promise<void> {
  const rows = await sql<{ is_own: boolean }[]>`
    select owner_id = (select auth.uid()) as is_own from public.recordings where id = ${id}
  `;
  if (!one(rows, "Recording not found").is_own) throw forbidden(words, "not_yours");
}
