import { forbidden, invalid, one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { passwordMatches } from "#api/platform/passwords.ts";

const WRONG = "This is not the password of the account.";
const AGAIN = "Log out, sign in again, and do it within ten minutes.";

/** A session that somebody found open is not enough. */
export async function requireOwner(service: Db, sid: string, password = ""): Promise<void> {
  const rows = await service<{ hash: string | null; is_fresh: boolean }[]>`
    select password_hash as hash, created_at > now() - interval '10 minutes' as is_fresh
      from public.sessions join private.credentials using (user_id) where id = ${sid}
  `;
  const { hash, is_fresh } = one(rows);
  if (hash === null && !is_fresh) throw forbidden(AGAIN, "sign_in_again");
  if (hash !== null && !(await passwordMatches(password, hash)))
    throw invalid(WRONG, { password: WRONG });
}
