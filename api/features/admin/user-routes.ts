import { invalid, one } from "#api/http/errors.ts";
import { type Found, offsetOf, pageOf } from "#api/http/page.ts";
import type { Parts } from "#api/parts.ts";
import { patternOf } from "#api/platform/contains.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import {
  type AdminUser,
  type AdminUsersQuery,
  changeRoleCall,
  changeSuspensionCall,
  confirmEmailCall,
  deleteAccountOfCall,
  endSessionOfCall,
  endSessionsOfCall,
  type GivePlan,
  getPersonCall,
  givePlanCall,
  listUsersCall,
  type Person,
  type PersonSession,
} from "#contract/admin-users.ts";

export function serveUsers({ serve, env, goHome, closeAccount }: Parts): void {
  const areSold = env.STRIPE_SECRET_KEY !== undefined;
  serve(listUsersCall, ({ db, query }) => readUsers(db, query));
  serve(getPersonCall, ({ db, params }) => readPerson(db, params.id));
  serve(changeRoleCall, async ({ db, params, body }) =>
    one(await db`select * from app.change_role(${params.id}, ${body.role})`),
  );
  serve(changeSuspensionCall, async ({ db, params, body }) =>
    one(await db`select * from app.change_suspension(${params.id}, ${body.suspended})`),
  );
  serve(confirmEmailCall, async ({ db, params }) =>
    one(await db`select * from app.confirm_email(${params.id})`),
  );
  serve(givePlanCall, async ({ db, params, body }) => {
    await givePlan(db, params.id, body, areSold);
    await goHome(params.id);
  });
  serve(endSessionsOfCall, ({ db, params }) => endSessionsOf(db, params.id));
  serve(endSessionOfCall, ({ db, params }) => endSessionsOf(db, params.id, params.sessionId));
  serve(deleteAccountOfCall, async ({ db, caller, params: { id }, body: { email }, c }) => {
    // A caller without the right is told before anything is ended at Stripe.
    await db`select from app.delete_account_of(${id}, null)`;
    const by = { ...caller, address: c.var.address() };
    await closeAccount(by, id, (sql) => sql`select from app.delete_account_of(${id}, ${email})`);
  });
}

async function readPerson(db: Db, id: string) {
  const [people, sessions] = await db((sql) =>
    Promise.all([
      sql<Omit<Person, "sessions">[]>`select * from app.person(${id})`,
      sql<PersonSession[]>`select * from app.sessions_of(${id})`,
    ]),
  );
  return { ...one(people, "User not found"), sessions };
}

/** All of them, or the one that is named. */
const endSessionsOf = async (db: Db, id: string, session: string | null = null) => {
  const ended = await db`select id from app.end_sessions_of(${id}, ${session})`;
  if (session !== null) one(ended, "This session has ended already");
};

/** Where plans are sold, what is given ends: nobody forgets it for years. */
async function givePlan(db: Db, id: string, { plan_id, until }: GivePlan, areSold: boolean) {
  if (areSold && until === null)
    throw invalid("Say until when: plans are sold here.", { until: "Choose a day" });
  await db`select app.give_plan(${id}, ${plan_id}, ${until})`;
}

/** Found first, past the policies by a function that asserts the admin; the rest is looked up for one page alone. */
const readUsers = (db: Db, query: AdminUsersQuery) =>
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
