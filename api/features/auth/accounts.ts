import type { Account } from "#api/access/account.ts";
import type { Db } from "#api/platform/database.ts";

export interface AccountWithSecrets extends Account {
  password_hash: string | null;
  google_subject: string | null;
  email_verified: boolean;
}

export const accountByEmail = async (db: Db, email: string) => {
  const [account] = await db(
    (sql) => sql<AccountWithSecrets[]>`
      select u.*, c.password_hash, c.google_subject, c.email_verified
        from public.users u join private.credentials c on c.user_id = u.id
       where lower(u.email) = lower(${email})
    `,
  );
  return account;
};

export const accountByGoogle = async (db: Db, subject: string) => {
  const [account] = await db(
    (sql) => sql<AccountWithSecrets[]>`
      select u.*, c.password_hash, c.google_subject, c.email_verified
        from public.users u join private.credentials c on c.user_id = u.id
       where c.google_subject = ${subject}
    `,
  );
  return account;
};
