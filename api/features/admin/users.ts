import { one } from "#api/http/errors.ts";
import { type Counted, offsetOf, type Page, pageOf } from "#api/http/page.ts";
import { contains } from "#api/platform/contains.ts";
import type { Db } from "#api/platform/database.ts";
import type { AdminUser } from "#contract/admin-users.ts";
import type { Role, User } from "#contract/auth.ts";

export async function readUsers(db: Db, query: Page & { search: string }) {
  const [users, counted] = await db((sql) => {
    const found = query.search
      ? sql`where ${contains(sql, sql`username`, query.search)} or ${contains(sql, sql`email`, query.search)}`
      : sql``;
    return Promise.all([
      sql<AdminUser[]>`
        select u.*, app.is_email_confirmed(u.id) as email_confirmed from (
          select * from public.users ${found}
           order by created_at desc, id limit ${query.per_page} offset ${offsetOf(query)}
        ) u order by created_at desc, id
      `,
      sql<Counted[]>`select count(*) as total from public.users ${found}`,
    ]);
  });
  return { users, ...pageOf(query, counted) };
}

export const changeRole = async (db: Db, id: string, role: Role) =>
  one(await db((sql) => sql<User[]>`select * from app.change_role(${id}, ${role})`));

export const changeSuspension = async (db: Db, id: string, suspended: boolean) =>
  one(await db((sql) => sql<User[]>`select * from app.change_suspension(${id}, ${suspended})`));

export const confirmEmail = async (db: Db, id: string) =>
  one(await db((sql) => sql<User[]>`select * from app.confirm_email(${id})`));
