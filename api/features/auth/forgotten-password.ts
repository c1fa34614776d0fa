import { createHash } from "node:crypto";
import { HttpError, unavailable } from "#api/http/errors.ts";
import { passwordLetters } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Keys } from "#api/platform/keys.ts";
import { hashPassword } from "#api/platform/passwords.ts";
import type { SendMail } from "#api/services/mail.ts";
import type { ResetPassword } from "#contract/auth.ts";
import { type AccountWithSecrets, accountByEmail, accountById, handOver } from "./accounts.ts";

const TOO_LATE = "This email is too old, or was used already. Ask for a new one.";

const NO_MAIL =
  "This server cannot send emails. The person who runs it can give you a new password.";

/** The answer is the same for every address; who has an account finds a letter. */
export async function askForResetLetter(
  { jobs, canSend }: { jobs: Pick<Jobs, "send">; canSend: boolean },
  email: string,
): Promise<void> {
  if (!canSend) throw unavailable(NO_MAIL, "mail_not_configured");
  await jobs.send(null, passwordLetters, { email }, { isUrgent: true });
}

/** Whether there is such an account is told to its mailbox alone. */
export async function sendResetLetter(
  post: { service: Db; keys: Keys; sendMail: SendMail; publicUrl: string },
  email: string,
): Promise<void> {
  const account = await accountByEmail(post.service, email);
  if (!account || account.suspended) return;
  const claims = { sub: account.id, replaces: traceOf(account) };
  const token = await post.keys.sign("reset", claims);
  // Behind the # it is sent to no server, and stands in no log on the way.
  const address = `${post.publicUrl}/reset-password#${token}`;
  await post.sendMail({
    to: account.email,
    subject: "A new password for Kinora",
    text: `Somebody, probably you, asked for a new password for ${account.email}. Choose it here within an hour:\n\n${address}\n\nAll devices are signed out then.${account.email_verified ? "" : " So do its links, its settings and a connected drive end: until now nobody had shown that the address is theirs. Recordings stay."} If you did not ask for this, ignore this email: nothing has changed.`,
  });
}

/** A token is good for one password and names the one it replaces. Its bearer has read a letter at the address. */
export async function resetPassword(
  { keys, db, jobs }: { keys: Keys; db: Db; jobs: Pick<Jobs, "send"> },
  { token, password }: ResetPassword,
  from: string,
) {
  const claims = await keys.read("reset", token);
  const account = claims && (await accountById(db, claims.sub));
  if (!account || account.suspended || traceOf(account) !== claims.replaces) throw tooLate();
  const proof = await hashPassword(password);
  await db(async (sql) => {
    await sql`select private.acting(${account.id}, ${from})`;
    // The sessions end with the old password, by a trigger beside it.
    const changed = await sql`
      update private.credentials set password_hash = ${proof}
       where user_id = ${account.id} and password_hash is not distinct from ${account.password_hash}
      returning 1
    `;
    if (changed.length === 0) throw tooLate();
    await sql`update public.users set password_set = true where id = ${account.id}`;
    await handOver(sql, jobs, account.id);
  });
  return { account: { ...account, password_set: true }, proof };
}

const tooLate = () => new HttpError(422, "reset_over", TOO_LATE, { fields: { token: TOO_LATE } });

/** Tells passwords apart and says nothing of them. */
const traceOf = ({ id, password_hash }: AccountWithSecrets) =>
  createHash("sha256").update(`${id} ${password_hash}`).digest("base64url");
