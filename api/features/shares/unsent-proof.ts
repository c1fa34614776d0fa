import { proofLetters } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { type ProofPost, sendProof } from "./proof-letter.ts";

const SOON_SECONDS = 30;

/** However often somebody asks while no letter can be sent, one will be. */
export const keepForLater = (
  service: Db,
  jobs: Pick<Jobs, "send">,
  account: string,
  link: string,
): Promise<void> =>
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
export const forgetUnsent = (service: Db, account: string) =>
  service`delete from private.unsent_proofs where account = ${account}`;

/** Only while it makes sense: a day at most, and while the link waits for nothing else. */
export async function sendProofLater(
  { service, ...post }: ProofPost & { service: Db },
  account: string,
): Promise<void> {
  const [due] = await service<{ id: string; email: string; link: string }[]>`
    select u.id, u.email, s.token as link
      from private.unsent_proofs p
      join public.users u on u.id = p.account
      join public.shares s on s.id = p.share_id
     where p.account = ${account} and p.asked_at > now() - interval '1 day'
       and private.awaits_proof(s, u.id)
  `;
  if (due) await sendProof(post, due);
  await forgetUnsent(service, account);
}
