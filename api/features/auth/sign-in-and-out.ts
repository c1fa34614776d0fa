import { readAccount } from "#api/access/account.ts";
import { sessionFor } from "#api/access/begin-session.ts";
import { one, unauthorized } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { passwordMatches } from "#api/platform/passwords.ts";
import type { Credentials } from "#contract/auth.ts";
import { accountByEmail } from "./accounts.ts";

/** `from` is the caller's network address: failed attempts are written into the audit log. */
export async function signIn(db: Db, { email, password }: Credentials, from: string) {
  const noteFailure = (reason: string) =>
    db`select private.note_failed_sign_in(${from}, ${email}, ${reason})`;
  const account = await accountByEmail(db, email);
  // Always one hash, known address or not: neither the text nor the time tells who has an account.
  if (!(await passwordMatches(password, account?.password_hash)) || !account) {
    await noteFailure("wrong_credentials");
    throw unauthorized("Invalid email or password", "wrong_credentials");
  }
  if (account.suspended) {
    await noteFailure("suspended");
    throw unauthorized("This account is suspended.", "suspended");
  }
  return account;
}

/** A fresh token of the same session. */
export async function renewSession(keys: Keys, db: Db, { sub, sid }: { sub: string; sid: string }) {
  const account = await readAccount(db, sub);
  const begun = await db<{ created_at: Date }[]>`
    select created_at from public.sessions where id = ${sid}
  `;
  return sessionFor(keys, account, { id: sid, ...one(begun) });
}

/** The one session that asks. */
export const logOut = async (db: Db, sid: string) =>
  one(await db`delete from public.sessions where id = ${sid} returning id`);
