import postgres from "postgres";
import type { Account } from "#api/access/account.ts";
import { conflict } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { hashPassword } from "#api/platform/passwords.ts";
import type { Registration } from "#contract/auth.ts";

export interface NewAccount {
  username: string;
  email: string;
  passwordHash: string | null;
  google?: { subject: string; picture: string | null };
  invitation?: string | undefined;
}

export async function register(db: Db, body: Registration, plan: string) {
  const { username, email, password, invitation } = body;
  const passwordHash = await hashPassword(password);
  return createAccount(db, { username, email, passwordHash, invitation }, plan);
}

export async function createAccount(db: Db, account: NewAccount, plan: string) {
  try {
    const [created] = await db(async (sql) => {
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
      return rows;
    });
    if (!created) throw new Error("register returned no row");
    return created;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.constraint_name === "users_email")
      throw conflict("An account with this email already exists.", "email_taken");
    throw error;
  }
}
