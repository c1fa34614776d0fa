import { notFound } from "#api/http/errors.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { together } from "#api/platform/together.ts";
import { SHARE_UNAVAILABLE } from "#contract/shares.ts";

const SECONDS = 3600;
const asked = together<null, object[]>();

/**
 * A channel outlives the request, so its token goes only to a session or a link that the database has
 * just confirmed. Every join of a channel asks again.
 */
export async function realtimeToken(keys: Keys, db: Db, caller: Caller) {
  const { role, sub, sid, share, unlock } = caller;
  const [opened] = await asked(JSON.stringify(caller), null, () =>
    db((sql) => sql`select 1 from app.opened_share()`),
  );
  if (!opened && !sub) throw notFound(SHARE_UNAVAILABLE, "share_unavailable");
  const link = opened ? { share, unlock } : {};
  return {
    token: await keys.sign("realtime", { role, sub, sid, ...link }, SECONDS),
    expires_at: new Date(Date.now() + SECONDS * 1000),
  };
}
