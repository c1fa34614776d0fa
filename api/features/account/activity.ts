import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

/** Presence is read from this: the admin area shows who was here in the last quarter of an hour. */
export const ping = async (db: Db, userId: string) =>
  one(
    await db(
      (sql) => sql`
        update public.users set last_active_at = now() where id = ${userId} returning id
      `,
    ),
  );
