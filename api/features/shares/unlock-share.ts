import { HttpError } from "#api/http/errors.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { passwordMatches } from "#api/platform/passwords.ts";
import { UNLOCK_SECONDS } from "#contract/durations.ts";
import { shareUnavailable } from "./open-share.ts";

const WRONG = "That is not the password of this link.";

/** `service` reads the hash, and only after the caller's own rights said that nothing else is missing. */
export async function unlockShare(
  keys: Keys,
  { db, service, caller }: { db: Db; service: Db; caller: Caller },
  password: string,
) {
  const [state] = await db<{ locked: boolean }[]>`select app.share_is_locked() as locked`;
  if (!state?.locked || !caller.share) throw shareUnavailable();
  const [lock] = await service<{ password_hash: string; password_version: number }[]>`
    select p.password_hash, s.password_version
      from private.share_passwords p join public.shares s on s.id = p.share_id
     where s.id = ${caller.share}
  `;
  if (!lock) throw shareUnavailable();
  if (!(await passwordMatches(password, lock.password_hash)))
    throw new HttpError(422, "wrong_password", WRONG, { fields: { password: WRONG } });
  const claims = { share: caller.share, version: lock.password_version };
  return {
    token: await keys.sign("unlock", claims, UNLOCK_SECONDS),
    expires_at: new Date(Date.now() + UNLOCK_SECONDS * 1000),
  };
}
