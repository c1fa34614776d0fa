import { warnings } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { letRefused, type SendMail } from "#api/services/mail.ts";

/** The account's owner gets a letter, whoever made the change: the audit log has every new password and drive. */
export const tellOwners = (service: Db, jobs: Pick<Jobs, "send">) =>
  service(async (sql) => {
    // A line that is written at this moment may get its number before another one, and be seen after it.
    const lines = await sql<{ id: number }[]>`
      select l.id from public.audit_log l, private.settings s
       where act in ('password_changed', 'drive_connected', 'second_factor_on', 'second_factor_off') and l.id > s.told_until
         and created_at between now() - interval '1 day' and now() - interval '5 seconds'
       order by l.id for update of s
    `;
    for (const { id } of lines) {
      await jobs.send(sql, warnings, { line: id });
      await sql`update private.settings set told_until = ${id}`;
    }
  });

interface Post {
  service: Db;
  sendMail: SendMail;
  publicUrl: string;
}

export async function sendWarning({ service, sendMail, publicUrl }: Post, line: number) {
  const [change] = await service<{ act: string; email: string; drive: string | null }[]>`
    select act, target as email, after ->> 'google_account' as drive
      from public.audit_log where id = ${line}
  `;
  if (!change) return;
  const { act, email, drive } = change;
  const [subject, news] = newsOf(act, drive);
  const text = `Your account ${email} ${news}.\n\nIf that was not you, choose a new password, and look at what is connected:\n\n${publicUrl}/forgot-password\n${publicUrl}/settings`;
  await sendMail({ to: email, isWarning: true, subject, text }).catch(letRefused);
}

function newsOf(act: string, drive: string | null): [subject: string, news: string] {
  if (drive)
    return [
      "A Google Drive was connected to Kinora",
      `is connected to the Google Drive of ${drive}`,
    ];
  if (act === "second_factor_on")
    return [
      "A second factor of Kinora was turned on",
      "has another app or passkey to sign in with",
    ];
  if (act === "second_factor_off")
    return [
      "A second factor of Kinora was turned off",
      "has an app or a passkey less to sign in with",
    ];
  return ["Your Kinora password was changed", "has another password, or none any more"];
}
