import { one } from "#api/http/errors.ts";
import type { Caller, Db, Sql } from "#api/platform/database.ts";
import type { User } from "#contract/auth.ts";

/** A row of `public.users`. */
export type Account = Omit<User, "created_at"> & { created_at: Date };

/** Under the caller's own rights: the row is there for its owner alone. */
export const readAccount = async (db: Db, id: string) =>
  one(await db<Account[]>`select * from public.users where id = ${id}`);

/** Past the policies, with the account in every call: the functions of `private` check whose it is. */
export interface Acting {
  /** The caller's own rights: enough to see, and proof that the session stands. */
  db: Db;
  service: Db;
  account: string;
}

/** The caller of a call as the one who acts, with the tools that the acts of a noun need. */
export const actingWith =
  <Tools extends object>(service: Db, tools: Tools) =>
  ({ db, caller }: { db: Db; caller: { sub: string } }): Acting & Tools => ({
    ...{ db, service, account: caller.sub },
    ...tools,
  });

/** Removes the account by what it is given, once nothing can be charged for it any more. */
export type CloseAccount = (
  by: Caller,
  account: string,
  remove: (sql: Sql) => Promise<unknown>,
) => Promise<void>;
