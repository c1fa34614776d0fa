import { notFound } from "#api/http/errors.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { SHARE_UNAVAILABLE } from "#contract/shares.ts";

const SECONDS = 3600;

/**
 * A channel outlives the request, so its token goes only to a session or a link that the database has
 * just confirmed. Every join of a channel asks again.
 */
export async function realtimeToken(keys: Keys, db: Db, { role, sub, sid, share, unlock }: Caller) {
  const [opened] = await db((sql) => sql`select 1 from app.opened_share()`);
  if (!opened && !sub) throw notFound(SHARE_UNAVAILABLE, "share_unavailable");
  const link = opened ? { share, unlock } : {};
  return {
    token: await keys.sign("realtime", { role, sub, sid, ...link }, SECONDS),
    expires_at: new Date(Date.now() + SECONDS * 1000),
  };
}
