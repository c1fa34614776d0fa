import { objectRemoval } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/queue.ts";

/** Rows go now, by their keys; bytes are listed by triggers and removed by a job. */
export async function deleteMyAccount(db: Db, jobs: Pick<Jobs, "send">, typed: string) {
  await db(async (sql) => {
    // Thousands of recordings go with their owner.
    await sql`set local statement_timeout = '10min'`;
    await sql`select from app.delete_my_account(${typed})`;
  });
  await jobs.send(null, objectRemoval, {});
}
