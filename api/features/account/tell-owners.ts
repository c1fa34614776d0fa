import { warnings } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { letRefused, type SendMail } from "#api/services/mail.ts";

/** The changes of which an owner is told: the subject of the letter, and what it says of the account. */
const NEWS: Record<string, readonly [subject: string, news: string]> = {
  password_changed: ["Your Kinora password was changed", "has another password, or none any more"],
  drive_connected: [
    "A Google Drive was connected to Kinora",
    "is connected to the Google Drive of",
  ],
  second_factor_on: [
    "A second factor of Kinora was turned on",
    "has another app or passkey to sign in with",
  ],
  second_factor_off: [
    "A second factor of Kinora was turned off",
    "has an app or a passkey less to sign in with",
  ],
};

/** The account's owner gets a letter, whoever made the change: the audit log has every new password and drive. */
export const tellOwners = (service: Db, jobs: Pick<Jobs, "send">) =>
  service(async (sql) => {
    // A line that is written at this moment may get its number before another one, and be seen after it.
    const lines = await sql<{ id: number }[]>`
      select l.id from public.audit_log l, private.settings s
       where act = any (${Object.keys(NEWS)}) and l.id > s.told_until
         and created_at between now() - interval '1 day' and now() - interval '5 seconds'
       order by l.id for update of s
    `;
    for (const { id } of lines) {
      await jobs.send(sql, warnings, { line: id });
      await sql`update private.settings set told_until = ${id}`;
    }
  });

export async function sendWarning(
  { service, sendMail, publicUrl }: { service: Db; sendMail: SendMail; publicUrl: string },
  line: number,
): Promise<void> {
  const [change] = await service<{ act: string; email: string; drive: string }[]>`
    select act, target as email, coalesce(' ' || (after ->> 'google_account'), '') as drive
      from public.audit_log where id = ${line}
  `;
  const [subject, news] = NEWS[change?.act ?? ""] ?? [];
  if (!change || !subject) return;
  const { email, drive } = change;
  const text = `Your account ${email} ${news}${drive}.\n\nIf that was not you, choose a new password, and look at what is connected:\n\n${publicUrl}/forgot-password\n${publicUrl}/settings`;
  await sendMail({ to: email, isWarning: true, subject, text }).catch(letRefused);
}
