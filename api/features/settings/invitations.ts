import { one } from "#api/http/errors.ts";
import { invitationLetters } from "#api/job-kinds.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { SendMail } from "#api/services/mail.ts";
import type { Invitation, Invite } from "#contract/settings.ts";

const pathOf = (sql: Sql) => sql`'/register?invitation=' || i.token`;

export const readInvitations = (db: Db) =>
  db(
    (sql) => sql<Invitation[]>`
      select i.*, ${pathOf(sql)} as path, u.email as used_by
        from public.invitations i left join public.users u on u.id = i.used_by
       order by i.created_at desc, i.id desc limit 200
    `,
  );

/** By letter where somebody is named and this server has mail; the link is there for every other way. */
export async function invite(
  db: Db,
  { jobs, canSend }: { jobs: Pick<Jobs, "send">; canSend: boolean },
  { email, days }: Invite,
) {
  const made = one(
    await db(
      (sql) => sql<Invitation[]>`
        select i.*, ${pathOf(sql)} as path, null as used_by from app.invite(${email}, ${days}) i
      `,
    ),
  );
  if (email && canSend) await jobs.send(null, invitationLetters, { invitation: made.id });
  return made;
}

export const withdrawInvitation = async (db: Db, id: string) =>
  one(await db`select id from app.withdraw_invitation(${id})`);

/** Once: a letter that was sent is not sent again. */
export async function sendInvitation(
  { service, sendMail, publicUrl }: { service: Db; sendMail: SendMail; publicUrl: string },
  id: string,
): Promise<void> {
  const [wanted] = await service(
    (sql) => sql<
      { email: string; path: string; by: string | null; until: Date; asked_for: boolean }[]
    >`
      select i.email, ${pathOf(sql)} as path, u.username as by, i.expires_at as until, i.asked_for
        from public.invitations i left join public.users u on u.id = i.invited_by
       where i.id = ${id} and i.email is not null and i.mailed_at is null and i.used_at is null
         and i.expires_at > now()
    `,
  );
  if (!wanted) return;
  const { email, path, by, until, asked_for } = wanted;
  // Only the reader of the letter is told whether there is such an account.
  const why = asked_for
    ? `Somebody, probably you, wants an account with ${email} at Kinora. Open this address within a day and choose a password; if you have an account already, sign in instead`
    : `${by ?? "Somebody"} invites you to Kinora, where people record their screen and talk about it. Create your account with this address by ${until.toISOString().slice(0, 10)}`;
  await sendMail({
    to: email,
    canWait: !asked_for,
    subject: asked_for ? "Create your Kinora account" : "You are invited to Kinora",
    text: `${why}:\n\n${publicUrl}${path}\n\nIf you do not know what this is about, ignore this email.`,
  });
  await service`update public.invitations set mailed_at = now() where id = ${id}`;
}
