import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";

export interface Account {
  id: string;
  username: string;
  email: string;
  role: string;
  profile_picture: string | null;
  oauth_provider: string | null;
  suspended: boolean;
  created_at: Date;
  password_set: boolean;
}

export interface AccountWithSecrets extends Account {
  password_hash: string | null;
  session_version: number;
  google_subject: string | null;
}

export const accountByEmail = async (db: Db, email: string) => {
  const [account] = await db(
    (sql) => sql<AccountWithSecrets[]>`
      select u.*, c.password_hash, c.session_version, c.google_subject
        from public.users u join private.credentials c on c.user_id = u.id
       where lower(u.email) = lower(${email})
    `,
  );
  return account;
};

export const accountByGoogle = async (db: Db, subject: string) => {
  const [account] = await db(
    (sql) => sql<AccountWithSecrets[]>`
      select u.*, c.password_hash, c.session_version, c.google_subject
        from public.users u join private.credentials c on c.user_id = u.id
       where c.google_subject = ${subject}
    `,
  );
  return account;
};

/** Under the caller's own rights: the row is there for its owner alone. */
export const accountById = async (db: Db, id: string) =>
  one(await db((sql) => sql<Account[]>`select * from public.users where id = ${id}`));

/** The answer every way of signing in gives. */
export const sessionFor = async (keys: Keys, account: Account, version: number) => ({
  token: await keys.sign("session", { sub: account.id, ver: version }),
  user: account,
});
