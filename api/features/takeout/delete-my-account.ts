import { forbidden, invalid, one } from "#api/http/errors.ts";
import { objectRemoval } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import { passwordMatches } from "#api/platform/passwords.ts";
import type { Jobs } from "#api/platform/queue.ts";
import type { DeleteMyAccount } from "#contract/account.ts";

/** Rows go now, by their keys; bytes are listed by triggers and removed by a job. */
export async function deleteMyAccount(db: Db, jobs: Pick<Jobs, "send">, typed: string) {
  await db(async (sql) => {
    // Thousands of recordings go with their owner.
    await sql`set local statement_timeout = '10min'`;
    await sql`select from app.delete_my_account(${typed})`;
  });
  await jobs.send(null, objectRemoval, {});
}

interface Held {
  password_hash: string | null;
  is_fresh: boolean;
}

const WRONG = "This is not the password of the account.";
const AGAIN = "To delete the account, sign in again first, and do it within ten minutes.";

/** A session that somebody found open is not enough. */
export async function requireOwner(
  service: Db,
  { sub, sid }: { sub: string; sid: string },
  { password }: DeleteMyAccount,
): Promise<void> {
  const { password_hash, is_fresh } = one(
    await service(
      (sql) => sql<Held[]>`
        select c.password_hash, s.created_at > now() - interval '10 minutes' as is_fresh
          from private.credentials c join public.sessions s on s.user_id = c.user_id
         where c.user_id = ${sub} and s.id = ${sid}
      `,
    ),
  );
  if (password_hash === null && !is_fresh) throw forbidden(AGAIN, "sign_in_again");
  if (password_hash !== null && !(await passwordMatches(password ?? "", password_hash)))
    throw invalid(WRONG, { password: WRONG });
}
