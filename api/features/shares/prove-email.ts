import { HttpError, one, unavailable } from "#api/http/errors.ts";
import { proofLetters } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Keys } from "#api/platform/keys.ts";
import { isMailAway, letRefused, type SendMail } from "#api/services/mail.ts";
import { shareUnavailable } from "./open-share.ts";

const WRONG = "This email is too old, or another account asked for it. Ask for a new one.";
const LATER =
  "The email could not be sent just now. It is sent by itself as soon as that is possible again.";
const SOON_SECONDS = 30;
const NO_MAIL = "This server cannot send emails. Ask an admin of it to confirm your address.";

interface ProofPost {
  keys: Keys;
  sendMail: SendMail;
  /** The configured address, never one that a request may choose. */
  publicUrl: string;
}

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

interface Person {
  id: string;
  email: string;
  /** The link to the recording that the person wants to watch. */
  link: string;
}

/** A link for one address opens once its holder has shown that the address is theirs: we write to that address. */
async function sendProof({ keys, sendMail, publicUrl }: ProofPost, { id, email, link }: Person) {
  const token = await keys.sign("email", { sub: id, email });
  const address = `${publicUrl}/shared/${link}?proof=${token}`;
  await sendMail({
    to: email,
    subject: "Confirm your email address",
    text: `Somebody shared a recording with you. Open this address, signed in as ${email}, to show that it is yours and to watch it:\n\n${address}\n\nIf you did not ask for this, ignore this email.`,
  });
}

/** However often somebody asks while no letter can be sent, one will be. */
const keepForLater = (service: Db, jobs: Pick<Jobs, "send">, account: string, link: string) =>
  service(async (sql) => {
    const [kept] = await sql`
      insert into private.unsent_proofs as u (account, share_id)
      select ${account}, id from public.shares where token = ${link}
      on conflict (account) do update set share_id = excluded.share_id, asked_at = now()
        where u.asked_at < now() - interval '1 day'
      returning account
    `;
    if (kept) await jobs.send(sql, proofLetters, { account }, { afterSeconds: SOON_SECONDS });
  });

/** Forgets an unsent letter, because another one has just been sent. */
const forgetUnsent = (service: Db, account: string) =>
  service`delete from private.unsent_proofs where account = ${account}`;

/** Only while it makes sense: a day at most, and while the link waits for nothing else. */
export async function sendProofLater(
  { service, ...post }: ProofPost & { service: Db },
  account: string,
): Promise<void> {
  const [due] = await service<Person[]>`
    select u.id, u.email, s.token as link
      from private.unsent_proofs p
      join public.users u on u.id = p.account
      join public.shares s on s.id = p.share_id
     where p.account = ${account} and p.asked_at > now() - interval '1 day'
       and private.awaits_proof(s, u.id)
  `;
  if (due) await sendProof(post, due).catch(letRefused);
  await forgetUnsent(service, account);
}

/** Where the server can write letters, nothing less shows whose an address is; policies read this. */
export const requireProof = (service: Db, canSendMail: boolean) =>
  service`update private.settings set verify_emails = ${canSendMail}`;
