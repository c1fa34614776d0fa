import { invalid, one } from "#api/http/errors.ts";
import { objectRemoval } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/queue.ts";
import type { GivePlan, Person, PersonSession } from "#contract/admin-users.ts";

interface Row {
  user: Person["user"];
  last_active_at: Date | null;
  holdings: Person["holdings"];
  plan: Person["plan"];
  drive_connected: boolean;
}

export async function readPerson(db: Db, id: string) {
  const [people, sessions] = await db((sql) =>
    Promise.all([
      sql<Row[]>`select * from app.person(${id})`,
      sql<PersonSession[]>`select * from app.sessions_of(${id})`,
    ]),
  );
  return { ...one(people, "User not found"), sessions };
}

/** All of them, or the one that is named. */
export const endSessionsOf = async (db: Db, id: string, session: string | null = null) => {
  const ended = await db((sql) => sql`select id from app.end_sessions_of(${id}, ${session})`);
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
  await db((sql) => sql`select app.give_plan(${id}, ${plan_id}, ${until})`);
}

export interface Leaving {
  jobs: Pick<Jobs, "send">;
  /** Does it once nothing can be paid for the account any more. */
  closeBooks: (account: string, act: () => Promise<void>) => Promise<void>;
}

export async function deleteAccountOf(
  db: Db,
  { jobs, closeBooks }: Leaving,
  { id, email }: { id: string; email: string },
) {
  await db((sql) => sql`select app.assert_may_delete(${id})`);
  await closeBooks(id, () => deleteWhole(db, id, email));
  await jobs.send(null, objectRemoval, {});
}

const deleteWhole = (db: Db, id: string, email: string) =>
  db(async (sql) => {
    // Thousands of recordings go with their owner.
    await sql`set local statement_timeout = '10min'`;
    await sql`select from app.delete_account_of(${id}, ${email})`;
  });
