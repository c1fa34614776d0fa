import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Device } from "#contract/account.ts";

/** The policies show people their own. A session that was not seen for a week has no token that is still good. */
export const readDevices = (db: Db, current: string) =>
  db<Device[]>`
    select id, device, created_at, last_seen_at, id = ${current} as is_current
      from public.sessions
     where last_seen_at > now() - interval '7 days 1 hour'
     order by is_current desc, last_seen_at desc, id
     limit 100
  `;

export const endSession = async (db: Db, id: string) =>
  one(await db`delete from public.sessions where id = ${id} returning id`);
