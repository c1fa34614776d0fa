import { one } from "#api/http/errors.ts";
import { offsetOf, pageOf } from "#api/http/page.ts";
import { patternOf } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { AdminUser, AdminUsersQuery, UserSort } from "#contract/admin-users.ts";
import type { Role, User } from "#contract/auth.ts";

/** The page is cut first: what stands in other tables is looked up for its rows alone. */
export const readUsers = (db: Db, query: AdminUsersQuery) =>
  db(async (sql) => {
    const found = one(await (query.search ? searchPage(sql, query) : listPage(sql, query)));
    const users = await sql<AdminUser[]>`
      select u.*, p.name as plan, app.is_email_confirmed(u.id) as email_confirmed
        from public.users u ${withPlan(sql)} where u.id = any (${found.ids}::uuid[])
       order by ${orderOf(sql, query)}
    `;
    return { users, ...pageOf(query, [found]) };
  });

interface Found {
  ids: string[];
  total: number;
}

const listPage = (sql: Sql, query: AdminUsersQuery) => sql<Found[]>`
  select (select count(*) from public.users u where ${matching(sql, query)}) as total,
         ${pageIds(sql, query, matching(sql, query))} as ids
`;

/** All that is found is found once, for the page and for the count. */
const searchPage = (sql: Sql, query: AdminUsersQuery) => sql<Found[]>`
  with found as materialized (
    select u.id from public.users u
     -- Past the policies, by a function that asserts the admin: an index of text is of no use behind them.
     where u.id in (select app.find_people(${patternOf(query.search)})) and ${matching(sql, query)}
  )
  select (select count(*) from found) as total,
         ${pageIds(sql, query, sql`u.id in (select id from found)`)} as ids
`;

const pageIds = (sql: Sql, query: AdminUsersQuery, wanted: ReturnType<Sql>) => sql`
  array(select u.id from public.users u ${query.sort === "plan" ? withPlan(sql) : sql``}
         where ${wanted}
         order by ${orderOf(sql, query)} limit ${query.per_page} offset ${offsetOf(query)})
`;

const withPlan = (sql: Sql) => sql`
  join public.subscriptions s on s.user_id = u.id join public.plans p on p.id = s.plan_id
`;

function matching(sql: Sql, query: AdminUsersQuery) {
  const asked = [
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
