import postgres from "postgres";
import type { Account } from "#api/access/account.ts";
import { conflict, one } from "#api/http/errors.ts";
import { invitationLetters } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { hashPassword } from "#api/platform/passwords.ts";
import type { Registration } from "#contract/auth.ts";

export interface NewAccount {
  username: string;
  email: string;
  passwordHash: string | null;
  google?: { subject: string; picture: string | null };
  invitation?: string | undefined;
}

/** Null where the address has to be proven first: its letter is on the way. */
export async function register(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, "send"> },
  { password, ...person }: Registration,
  plan: string,
) {
  const passwordHash = await hashPassword(password);
  try {
    return await createAccount(db, { ...person, passwordHash }, plan);
  } catch (error) {
    if (Reflect.get(Object(error), "detail") !== "email_unproven") throw error;
    await db(async (sql) => {
      const [asked] = await sql<{ id: string }[]>`
        insert into public.invitations (email, asked_for, expires_at)
        values (${person.email}, true, now() + interval '1 day')
        on conflict (lower(email)) where asked_for and used_at is null
          do update set mailed_at = null, expires_at = excluded.expires_at
        returning id
      `;
      await jobs.send(sql, invitationLetters, { invitation: asked?.id ?? "" }, { isUrgent: true });
    });
    return null;
  }
}

export async function createAccount(db: Db, account: NewAccount, plan: string) {
  try {
    return await db(async (sql) => {
      const [, rows] = await Promise.all([
        sql`select set_config('kinora.default_plan', ${plan}, true)`.execute(),
        sql<Account[]>`
          select * from private.register(
            ${account.username}, ${account.email}, ${account.passwordHash},
            ${account.google?.subject ?? null}, ${account.google !== undefined},
            ${account.google?.picture ?? null}, ${account.invitation ?? null}
          )
        `,
      ]);
      return one(rows);
    });
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && error.constraint_name === "users_email"))
      throw error;
    // A person who would not be let in does not learn who has an account.
    return await db(async (sql): Promise<never> => {
      await sql`
        select private.assert_may_join(
          s, jsonb_populate_record(null::public.users, ${sql.json({ email: account.email })}),
          ${account.invitation ?? null}) from private.settings s
      `;
      throw conflict("An account with this email already exists.", "email_taken");
    });
  }
}
