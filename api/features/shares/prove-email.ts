import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { type Keys, TokenError } from "#api/platform/keys.ts";
import type { SendMail } from "#api/services/mail.ts";
import { shareUnavailable } from "./open-share.ts";

/**
 * A link for one address opens once its holder has shown that the address is theirs: we write to it.
 * The address in the letter is the configured one, never one that a request may choose.
 */
export async function askForProof(
  { keys, sendMail, publicUrl }: { keys: Keys; sendMail: SendMail; publicUrl: string },
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
  const token = await keys.sign("email", { sub: id, email });
  const address = `${publicUrl}/api/shared/${link}/proof?token=${token}`;
  await sendMail({
    to: email,
    subject: "Confirm your email address",
    text: `Somebody shared a video with you. Open this address to show that ${email} is yours, and to watch it:\n\n${address}\n\nIf you did not ask for this, ignore this letter.`,
  });
}

/** Whoever opens the letter holds the mailbox. An old letter proves nothing, and does no harm. */
export async function acceptProof(keys: Keys, service: Db, token: string): Promise<void> {
  const proof = await keys.verify("email", token).catch((error: unknown) => {
    if (error instanceof TokenError) return undefined;
    throw error;
  });
  if (!proof) return;
  await service(
    (sql) => sql`
      update private.credentials c set email_verified = true
        from public.users u
       where u.id = c.user_id and u.id = ${proof.sub} and lower(u.email) = lower(${proof.email})
    `,
  );
}
