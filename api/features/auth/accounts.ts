import type { Account } from "#api/access/account.ts";
import { driveUpkeep } from "#api/job-kinds.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";

export interface AccountWithSecrets extends Account {
  password_hash: string | null;
  google_subject: string | null;
  email_verified: boolean;
}

const find = async (db: Db, isIt: (sql: Sql) => ReturnType<Sql>) => {
  const [account] = await db(
    (sql) => sql<AccountWithSecrets[]>`
      select u.*, c.password_hash, c.google_subject, c.email_verified
        from public.users u join private.credentials c on c.user_id = u.id where ${isIt(sql)}
    `,
  );
  return account;
};

export const accountById = (db: Db, id: string) => find(db, (sql) => sql`u.id = ${id}`);
export const accountByEmail = (db: Db, email: string) =>
  find(db, (sql) => sql`lower(u.email) = lower(${email})`);
export const accountByGoogle = (db: Db, subject: string) =>
  find(db, (sql) => sql`c.google_subject = ${subject}`);

/** The address is proven. Where it was not before, somebody else may wait in the account: what they left there ends. */
export async function handOver(sql: Sql, jobs: Pick<Jobs, "send">, account: string): Promise<void> {
  const [end] = await sql<{ token: boolean }[]>`select private.hand_over(${account}) as token`;
  if (end?.token) await jobs.send(sql, driveUpkeep, {});
}
