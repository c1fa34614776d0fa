import type { Db, Sql } from "#api/platform/database.ts";
import type { Page } from "#contract/common.ts";
import { MOST_UNREAD, type Notice, type ReadNotices } from "#contract/notices.ts";

interface NoticeRow extends Omit<Notice, "actor" | "created_at" | "read_at"> {
  actor_username: string | null;
  actor_picture: string | null;
  created_at: Date;
  read_at: Date | null;
}

export async function listNotices(db: Db, { limit, offset }: Page) {
  const [rows, unread] = await db((sql) =>
    Promise.all([
      sql<NoticeRow[]>`select * from app.my_notices(${limit + 1}, ${offset})`,
      countUnread(sql),
    ]),
  );
  return {
    notices: rows.slice(0, limit).map(toNotice),
    has_more: rows.length > limit,
    unread_count: unread[0]?.count ?? 0,
  };
}

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

/** Counts no further than a bell can say. */
const countUnread = (sql: Sql) => sql<{ count: number }[]>`
  select count(*)::int as count from (
    select 1 from public.notices
     where user_id = (select auth.uid()) and read_at is null limit ${MOST_UNREAD}
  ) unread
`;

const toNotice = ({ actor_username, actor_picture, ...row }: NoticeRow) => ({
  ...row,
  actor:
    actor_username === null ? null : { username: actor_username, profile_picture: actor_picture },
});
