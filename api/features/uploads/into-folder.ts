import type { Db, Sql } from "#api/platform/database.ts";

/** Asked before the first byte: the folder into which the recording comes is there, and the caller's own. */
export async function requireFolder(db: Db, folder: string | undefined): Promise<void> {
  if (folder) await db`select app.assert_folder(${folder})`;
}

/** Together with what makes the recording; the folder in which it lies then. */
export async function putIntoFolder(sql: Sql, recording: string, folder: string | undefined) {
  if (!folder) return null;
  const [put] = await sql<{ id: string }[]>`
    select id from private.put_into_folder(${recording}, ${folder}) as into_it (id)
  `;
  return put?.id ?? null;
}
