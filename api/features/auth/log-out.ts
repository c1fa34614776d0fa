import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

/** The one session that asks. */
export const logOut = async (db: Db, sid: string) =>
  one(await db((sql) => sql`delete from public.sessions where id = ${sid} returning id`));
