import type { Account } from "#api/access/account.ts";
import { forbidden, unauthorized } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { GooglePerson } from "#api/services/google.ts";
import { Registration } from "#contract/auth.ts";
import { cutTo } from "#contract/text.ts";
import { accountByEmail, accountByGoogle, handOver } from "./accounts.ts";
import { createAccount } from "./register.ts";

interface Desk {
  db: Db;
  jobs: Pick<Jobs, "send">;
  plan: string;
}

const OTHER =
  "Another Google account is linked to this address. Sign in with that one, or with your password.";

/** Google's id of a person decides. Google vouched for the email, so an account that has it, and no such id yet, is theirs. */
export async function signInWithGoogle(
  desk: Desk,
  person: GooglePerson,
  invitation: string | undefined,
) {
  const { db, plan } = desk;
  const known = await accountByGoogle(db, person.subject);
  const account = known ?? (await accountByEmail(db, person.email));
  if (!account)
    return createAccount(db, { ...newAccount(person), invitation }, plan).catch(async (error) => {
      // Asked twice at once, and the other request has made the account meanwhile.
      const made = await accountByGoogle(db, person.subject);
      if (made) return made;
      throw error;
    });
  if (account.suspended) throw unauthorized("This account is suspended.", "suspended");
  return known ?? join(desk, account.id, person);
}

function newAccount({ subject, email, name, picture }: GooglePerson) {
  if (!Registration.shape.email.safeParse(email).success)
    throw unauthorized("This email address cannot be used here.", "google_email_unusable");
  const username = nameFrom(name) ?? nameFrom(email.split("@")[0] ?? "") ?? "Someone";
  return { username, email, passwordHash: null, google: { subject, picture } };
}

const nameFrom = (text: string) => Registration.shape.username.safeParse(cutTo(text, 60)).data;

/** A password that was chosen before the address was proven is somebody else's. */
const join = ({ db, jobs }: Desk, id: string, { subject, picture }: GooglePerson) =>
  db(async (sql) => {
    const [linked] = await sql`
      update private.credentials
         set google_subject = ${subject}, password_hash = case when email_verified then password_hash end
       where user_id = ${id} and (google_subject is null or google_subject = ${subject})
      returning 1
    `;
    if (!linked) throw forbidden(OTHER, "google_other_account");
    await handOver(sql, jobs, id);
    const [account] = await sql<[Account]>`
      update public.users u
         set oauth_provider = 'google',
             profile_picture = coalesce(u.profile_picture, ${picture}),
             password_set = c.password_hash is not null
        from private.credentials c
       where u.id = ${id} and c.user_id = u.id
      returning u.*
    `;
    return account;
  });
