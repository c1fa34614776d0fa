import { one } from "#api/http/errors.ts";
import { type Counted, offsetOf, pageOf } from "#api/http/page.ts";
import { patternOf } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { AdminUser, AdminUsersQuery, UserSort } from "#contract/admin-users.ts";
import type { Role, User } from "#contract/auth.ts";

/** The page is cut first: what stands in other tables is looked up for its rows alone. */
export async function readUsers(db: Db, query: AdminUsersQuery) {
  const [users, counted] = await db((sql) =>
    Promise.all([
      sql<AdminUser[]>`
        select u.*, p.name as plan, app.is_email_confirmed(u.id) as email_confirmed from (
          select u.id from public.users u ${query.sort === "plan" ? withPlan(sql) : sql``}
           where ${matching(sql, query)}
           order by ${orderOf(sql, query)} limit ${query.per_page} offset ${offsetOf(query)}
        ) page join public.users u on u.id = page.id ${withPlan(sql)} order by ${orderOf(sql, query)}
      `,
      sql<Counted[]>`select count(*) as total from public.users u where ${matching(sql, query)}`,
    ]),
  );
  return { users, ...pageOf(query, counted) };
}

const withPlan = (sql: Sql) => sql`
  join public.subscriptions s on s.user_id = u.id join public.plans p on p.id = s.plan_id
`;

function matching(sql: Sql, query: AdminUsersQuery) {
  const asked = [
    // Past the policies, by a function that asserts the admin: an index of text is of no use behind them.
    query.search && sql`u.id in (select app.find_people(${patternOf(query.search)}))`,
    query.role && sql`u.role = ${query.role}`,
    query.status && sql`u.suspended = ${query.status === "suspended"}`,
    query.auth &&
      (query.auth === "password"
        ? sql`u.oauth_provider is null`
        : sql`u.oauth_provider is not null`),
    query.plan &&
      sql`u.id in (select s.user_id from public.subscriptions s
                     join public.plans p on p.id = s.plan_id where p.name = ${query.plan})`,
  ];
  return asked.reduce<ReturnType<Sql>>(
    (all, one) => (one ? sql`${all} and ${one}` : all),
    sql`true`,
  );
}

function orderOf(sql: Sql, { sort, order }: { sort: UserSort; order: "asc" | "desc" }) {
  const columns = {
    username: sql`lower(u.username)`,
    email: sql`lower(u.email)`,
    role: sql`u.role`,
    auth: sql`u.oauth_provider`,
    status: sql`u.suspended`,
    plan: sql`p.name`,
    joined: sql`u.created_at`,
  };
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  return sql`${columns[sort]} ${direction}, u.created_at desc, u.id`;
}

export const changeRole = async (db: Db, id: string, role: Role) =>
  one(await db((sql) => sql<User[]>`select * from app.change_role(${id}, ${role})`));

export const changeSuspension = async (db: Db, id: string, suspended: boolean) =>
  one(await db((sql) => sql<User[]>`select * from app.change_suspension(${id}, ${suspended})`));

export const confirmEmail = async (db: Db, id: string) =>
  one(await db((sql) => sql<User[]>`select * from app.confirm_email(${id})`));
