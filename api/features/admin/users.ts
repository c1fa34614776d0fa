import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Role, User } from "#contract/auth.ts";
import { containing, type Page, pageOf } from "./page.ts";

export async function readUsers(db: Db, query: Page & { search: string }) {
  const pattern = containing(query.search);
  const rows = await db(
    (sql) => sql<(User & { total: number })[]>`
      select *, count(*) over () as total from public.users
       where username ilike ${pattern} or email ilike ${pattern}
       order by created_at desc, id
       limit ${query.per_page} offset ${(query.page - 1) * query.per_page}
    `,
  );
  return { users: rows, ...pageOf(query, rows) };
}

export const changeRole = async (db: Db, id: string, role: Role) =>
  one(await db((sql) => sql<User[]>`select * from app.change_role(${id}, ${role})`));

export const changeSuspension = async (db: Db, id: string, suspended: boolean) =>
  one(await db((sql) => sql<User[]>`select * from app.change_suspension(${id}, ${suspended})`));
