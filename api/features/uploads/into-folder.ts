import type { Context } from "hono";
import type { SignedIn } from "#api/access/session.ts";
import { valid } from "#api/http/valid.ts";
import type { Sql } from "#api/platform/database.ts";
import { IntoFolder } from "#contract/folders.ts";

export const ofFolder = valid("query", IntoFolder);

/** Asked before the first byte: the folder into which the recording comes is there, and the caller's own. */
export async function requireFolder(c: Context<SignedIn>): Promise<string | undefined> {
  const { folder_id } = IntoFolder.parse(c.req.query());
  if (folder_id) await c.var.db`select app.assert_folder(${folder_id})`;
  return folder_id;
}

/** Together with what makes the recording; the folder in which it lies then. */
export async function putIntoFolder(sql: Sql, recording: string, folder: string | undefined) {
  if (!folder) return null;
  const [put] = await sql<{ id: string }[]>`
    select id from private.put_into_folder(${recording}, ${folder}) as into_it (id)
  `;
  return put?.id ?? null;
}
