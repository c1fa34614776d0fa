import { HttpError, one, unavailable } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { type Keys, TokenError } from "#api/platform/keys.ts";
import type { SendMail } from "#api/services/mail.ts";
import { shareUnavailable } from "./open-share.ts";

const WRONG = "This letter is too old, or another account asked for it. Ask for a new one.";
const NO_MAIL = "This server cannot send letters. Ask an admin of it to confirm your address.";

interface Post {
  keys: Keys;
  sendMail: SendMail;
  publicUrl: string;
  /** Otherwise a letter would lie where only the operator sees it. */
  canSend: boolean;
}

/**
 * A link for one address opens once its holder has shown that the address is theirs: we write to it.
 * The address in the letter is the configured one, never one that a request may choose.
 */
export async function askForProof(
  { keys, sendMail, publicUrl, canSend }: Post,
  db: Db,
  link: string,
): Promise<void> {
  const rows = await db(
    (sql) => sql<{ id: string; email: string; awaits: boolean }[]>`
      select id, email, app.share_awaits_proof() as awaits
        from public.users where id = (select auth.uid())
    `,
  );
  const { id, email, awaits } = one(rows);
  if (!awaits) throw shareUnavailable();
  if (!canSend) throw unavailable(NO_MAIL, "mail_not_configured");
  const token = await keys.sign("email", { sub: id, email });
  const address = `${publicUrl}/shared/${link}?proof=${token}`;
  await sendMail({
    to: email,
    subject: "Confirm your email address",
    text: `Somebody shared a video with you. Open this address, signed in as ${email}, to show that it is yours and to watch it:\n\n${address}\n\nIf you did not ask for this, ignore this letter.`,
  });
}

/**
 * The letter went to the mailbox, and the account that asked for it brings it back: either alone is no
 * proof. A stranger may have registered the address and wait for its owner to open the letter.
 */
export async function acceptProof(
  keys: Keys,
  { db, service, account }: { db: Db; service: Db; account: string },
  token: string,
): Promise<void> {
  await db((sql) => sql`select 1`); // the session stands
  const proof = await keys.verify("email", token).catch((error: unknown) => {
    if (error instanceof TokenError) return undefined;
    throw error;
  });
  if (proof?.sub !== account) throw new HttpError(422, "wrong_proof", WRONG);
  await service(
    (sql) => sql`
      update private.credentials c set email_verified = true
        from public.users u
       where u.id = c.user_id and u.id = ${account} and lower(u.email) = lower(${proof.email})
    `,
  );
}
