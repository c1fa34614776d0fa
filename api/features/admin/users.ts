import { one } from "#api/http/errors.ts";
import { type Found, offsetOf, pageOf } from "#api/http/page.ts";
import { patternOf } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { AdminUser, AdminUsersQuery } from "#contract/admin-users.ts";
import type { Role, User } from "#contract/auth.ts";

/** Found first, past the policies by a function that asserts the admin; the rest is looked up for one page alone. */
export const readUsers = (db: Db, query: AdminUsersQuery) =>
  db(async (sql) => {
    const found = one(await findUsers(sql, query));
    const users = await sql<AdminUser[]>`
      select u.*, p.name as plan, app.is_email_confirmed(u.id) as email_confirmed
        from public.users u
        join public.subscriptions s on s.user_id = u.id join public.plans p on p.id = s.plan_id
       where u.id = any (${found.ids}::uuid[])
       order by array_position(${found.ids}::uuid[], u.id)
    `;
    return { users, ...pageOf(query, [found]) };
  });

const findUsers = (sql: Sql, query: AdminUsersQuery) => sql<Found[]>`
  select * from app.find_users(
    ${query.search ? patternOf(query.search) : null}, ${query.role ?? null},
    ${query.status ? query.status === "suspended" : null},
    ${query.auth ? query.auth === "google" : null}, ${query.plan || null},
    ${query.sort}, ${query.order === "desc"}, ${query.per_page}, ${offsetOf(query)})
`;

export const changeRole = async (db: Db, id: string, role: Role) =>
  one(await db<User[]>`select * from app.change_role(${id}, ${role})`);

export const changeSuspension = async (db: Db, id: string, suspended: boolean) =>
  one(await db<User[]>`select * from app.change_suspension(${id}, ${suspended})`);

export const confirmEmail = async (db: Db, id: string) =>
  one(await db<User[]>`select * from app.confirm_email(${id})`);
