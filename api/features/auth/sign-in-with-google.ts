import { unauthorized } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { GooglePerson } from "#api/services/google.ts";
import { accountByEmail, accountByGoogle } from "./accounts.ts";
import { createAccount } from "./register.ts";

/** Google vouched for the e-mail, so the account that has it is this person's. */
export async function signInWithGoogle(
  db: Db,
  person: GooglePerson,
  { plan, invitation }: { plan: string; invitation?: string | undefined },
) {
  const account = (await accountByGoogle(db, person.subject)) ?? (await joinByEmail(db, person));
  if (!account) return createAccount(db, { ...newAccount(person), invitation }, plan);
  if (account.suspended) throw unauthorized("This account is suspended.", "suspended");
  return account;
}

const newAccount = ({ subject, email, name, picture }: GooglePerson) => ({
  username: name.trim().slice(0, 60) || email.split("@")[0] || "Someone",
  email,
  passwordHash: null,
  google: { subject, picture },
});

async function joinByEmail(db: Db, person: GooglePerson) {
  const account = await accountByEmail(db, person.email);
  if (!account) return undefined;
  await join(db, account.id, person);
  return accountByGoogle(db, person.subject);
}

/**
 * Whoever registered this address before without proving it loses that password:
 * otherwise a stranger could wait in an account for its owner to arrive. Its sessions end with it.
 */
const join = (db: Db, id: string, { subject, picture }: GooglePerson) =>
  db((sql) =>
    Promise.all([
      sql`
        update private.credentials
           set google_subject = ${subject},
               password_hash = case when email_verified then password_hash end,
               email_verified = true
         where user_id = ${id}
      `,
      sql`
        update public.users u
           set oauth_provider = 'google',
               profile_picture = coalesce(u.profile_picture, ${picture}),
               password_set = c.password_hash is not null
          from private.credentials c
         where u.id = ${id} and c.user_id = u.id
      `,
    ]),
  );
