import type { Db } from "#api/platform/database.ts";
import type { ReadNotices } from "#contract/notices.ts";
import { countUnread } from "./list-notices.ts";

/** Marks the named notices read, or all of them, and counts what is left. */
export async function readNotices(db: Db, { ids }: ReadNotices) {
  const [, unread] = await db((sql) =>
    Promise.all([
      sql`
        update public.notices set read_at = now()
         where user_id = (select auth.uid()) and read_at is null
           and ${ids ? sql`id = any(${ids}::uuid[])` : sql`true`}
      `,
      countUnread(sql),
    ]),
  );
  return { unread_count: unread[0]?.count ?? 0 };
}
