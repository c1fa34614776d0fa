import type { Parts } from "#api/parts.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Page } from "#contract/common.ts";
import {
  listNoticesCall,
  MOST_UNREAD,
  type Notice,
  type ReadNotices,
  readNoticesCall,
} from "#contract/notices.ts";

export function serveNotices({ serve }: Parts): void {
  serve(listNoticesCall, ({ db, query }) => listNotices(db, query));
  serve(readNoticesCall, ({ db, body }) => readNotices(db, body));
}

async function listNotices(db: Db, { limit, offset }: Page) {
  const [rows, unread] = await db((sql) =>
    Promise.all([
      sql<Notice[]>`
        select *, case when actor_username is not null then jsonb_build_object(
                 'username', actor_username, 'profile_picture', actor_picture) end as actor
          from app.my_notices(${limit + 1}, ${offset})
      `,
      countUnread(sql),
    ]),
  );
  return {
    notices: rows.slice(0, limit),
    has_more: rows.length > limit,
    unread_count: unread[0]?.count ?? 0,
  };
}

/** Marks the named notices read, or all of them, and counts what is left. */
async function readNotices(db: Db, { ids }: ReadNotices) {
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

/** Counts no further than a bell can say. */
const countUnread = (sql: Sql) => sql<{ count: number }[]>`
  select count(*)::int as count from (
    select 1 from public.notices
     where user_id = (select auth.uid()) and read_at is null limit ${MOST_UNREAD}
  ) unread
`;
