import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { User } from "#contract/auth.ts";

export const readUser = async (db: Db, id: string) =>
  one(await db((sql) => sql<User[]>`select * from public.users where id = ${id}`));
