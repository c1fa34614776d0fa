import type { CloseAccount } from "#api/access/account.ts";
import { invalid, one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { GivePlan, Person, PersonSession } from "#contract/admin-users.ts";

export async function readPerson(db: Db, id: string) {
  const [people, sessions] = await db((sql) =>
    Promise.all([
      sql<Omit<Person, "sessions">[]>`select * from app.person(${id})`,
      sql<PersonSession[]>`select * from app.sessions_of(${id})`,
    ]),
  );
  return { ...one(people, "User not found"), sessions };
}

/** All of them, or the one that is named. */
export const endSessionsOf = async (db: Db, id: string, session: string | null = null) => {
  const ended = await db`select id from app.end_sessions_of(${id}, ${session})`;
  if (session !== null) one(ended, "This session has ended already");
};

/** Where plans are sold, what is given ends: nobody forgets it for years. */
export async function givePlan(
  db: Db,
  id: string,
  { plan_id, until, areSold }: GivePlan & { areSold: boolean },
) {
  if (areSold && until === null)
    throw invalid("Say until when: plans are sold here.", { until: "Choose a day" });
  await db`select app.give_plan(${id}, ${plan_id}, ${until})`;
}

/** A caller without the right is told before anything is ended at Stripe. */
export async function deleteAccountOf(
  db: Db,
  close: CloseAccount,
  { id, email }: { id: string; email: string },
) {
  await db`select from app.delete_account_of(${id}, null)`;
  await close(db, id, (sql) => sql`select from app.delete_account_of(${id}, ${email})`);
}
