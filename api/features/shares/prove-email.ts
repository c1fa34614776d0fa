import { HttpError, one, unavailable } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Keys } from "#api/platform/keys.ts";
import { isMailAway } from "#api/services/mail.ts";
import { shareUnavailable } from "./open-share.ts";
import { type ProofPost, sendProof } from "./proof-letter.ts";
import { forgetUnsent, keepForLater } from "./unsent-proof.ts";

const WRONG = "This email is too old, or another account asked for it. Ask for a new one.";
const LATER =
  "The email could not be sent just now. It is sent by itself as soon as that is possible again.";
const NO_MAIL = "This server cannot send emails. Ask an admin of it to confirm your address.";

interface Post extends ProofPost {
  service: Db;
  jobs: Pick<Jobs, "send">;
  /** Otherwise a letter would lie where only the operator sees it. */
  canSend: boolean;
}

/** Where the mail server is away, the letter is sent when it is back. */
export async function askForProof(post: Post, db: Db, link: string): Promise<void> {
  const rows = await db<{ id: string; email: string; awaits: boolean }[]>`
    select id, email, app.share_awaits_proof() as awaits
      from public.users where id = (select auth.uid())
  `;
  const { id, email, awaits } = one(rows);
  if (!awaits) throw shareUnavailable();
  if (!post.canSend) throw unavailable(NO_MAIL, "mail_not_configured");
  try {
    await sendProof(post, { id, email, link });
  } catch (error) {
    if (!isMailAway(error)) throw error;
    await keepForLater(post.service, post.jobs, id, link);
    throw unavailable(LATER, "mail_unavailable");
  }
  await forgetUnsent(post.service, id);
}

/** The owner hears of it once, however often somebody asks. */
export async function askOwner(db: Db): Promise<void> {
  const [asked] = await db<{ did: boolean }[]>`select app.ask_owner() as did`;
  if (!asked?.did) throw shareUnavailable();
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
  await db`select 1`; // the session stands
  const proof = await keys.read("email", token);
  if (proof?.sub !== account) throw new HttpError(422, "wrong_proof", WRONG);
  await service`
    update private.credentials c set email_verified = true
      from public.users u
     where u.id = c.user_id and u.id = ${account} and lower(u.email) = lower(${proof.email})
  `;
}
