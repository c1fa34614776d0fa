import type { Account } from "#api/access/account.ts";
import { sessionFor } from "#api/access/begin-session.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";

/** A fresh token of the same session. */
export async function renewSession(keys: Keys, db: Db, sid: string) {
  const [accounts, sessions] = await db((sql) =>
    Promise.all([
      sql<Account[]>`
        select u.* from public.users u join public.sessions s on s.user_id = u.id where s.id = ${sid}
      `,
      sql<{ id: string; created_at: Date }[]>`
        select id, created_at from public.sessions where id = ${sid}
      `,
    ]),
  );
  return sessionFor(keys, one(accounts), one(sessions));
}
