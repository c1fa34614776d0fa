import { unauthorized } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { passwordMatches } from "#api/platform/passwords.ts";
import type { Credentials } from "#contract/auth.ts";
import { accountByEmail } from "./accounts.ts";

export async function signIn(db: Db, { email, password }: Credentials) {
  const account = await accountByEmail(db, email);
  // Always one hash, known address or not: neither the text nor the time tells who has an account.
  if (!(await passwordMatches(password, account?.password_hash)) || !account)
    throw unauthorized("Invalid email or password", "wrong_credentials");
  if (account.suspended) throw unauthorized("This account is suspended.", "suspended");
  return account;
}
