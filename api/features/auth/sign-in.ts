import { unauthorized } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { passwordMatches } from "#api/platform/passwords.ts";
import type { Credentials } from "#contract/auth.ts";
import { accountByEmail } from "./accounts.ts";

/** `from` is the caller's network address: failed attempts are written into the audit log. */
export async function signIn(db: Db, { email, password }: Credentials, from: string) {
  const account = await accountByEmail(db, email);
  // Always one hash, known address or not: neither the text nor the time tells who has an account.
  if (!(await passwordMatches(password, account?.password_hash)) || !account) {
    await noteFailure(db, { email, from, reason: "wrong_credentials" });
    throw unauthorized("Invalid email or password", "wrong_credentials");
  }
  if (account.suspended) {
    await noteFailure(db, { email, from, reason: "suspended" });
    throw unauthorized("This account is suspended.", "suspended");
  }
  return account;
}

const noteFailure = (db: Db, failure: { email: string; from: string; reason: string }) =>
  db(
    (sql) => sql`
      select private.note_failed_sign_in(${failure.from}, ${failure.email}, ${failure.reason})
    `,
  );
