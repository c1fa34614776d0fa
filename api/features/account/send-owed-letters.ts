import type { Db } from "#api/platform/database.ts";
import { isMailAway, type SendMail } from "#api/services/mail.ts";

interface Owed {
  id: number;
  email: string;
  about: "password" | "drive";
  detail: string | null;
}

interface Post {
  service: Db;
  sendMail: SendMail;
  publicUrl: string;
}

/** Triggers owe them: to the owner of an account, of a new password and of a drive that was connected. */
export async function sendOwedLetters({ service, sendMail, publicUrl }: Post): Promise<void> {
  const owed = await service(async (sql) => {
    await sql`delete from private.owed_letters where noted_at < now() - interval '1 day'`;
    return sql<Owed[]>`select * from private.owed_letters order by id`;
  });
  for (const { id, email, about, detail } of owed) {
    const [subject, what] =
      about === "password"
        ? ["Your Kinora password is new", "has a new password"]
        : [
            "A Google Drive was connected to Kinora",
            `is connected to the Google Drive of ${detail}`,
          ];
    const text = `Your account ${email} ${what}.\n\nIf that was not you, choose a new password, and look at what is connected:\n\n${publicUrl}/forgot-password\n${publicUrl}/settings`;
    await sendMail({ to: email, subject, text }).catch((error: unknown) => {
      if (isMailAway(error)) throw error; // otherwise no further try would help
    });
    await service((sql) => sql`delete from private.owed_letters where id = ${id}`);
  }
}
