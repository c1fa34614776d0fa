import { driveUpkeep } from "#api/job-kinds.ts";
import type { Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/queue.ts";

/**
 * The address is proven, by a letter or by Google. Where it was not before, somebody else may have registered it and
 * wait in the account: what they left there ends.
 */
export async function handOver(sql: Sql, jobs: Pick<Jobs, "send">, account: string): Promise<void> {
  const [end] = await sql<{ had_drive: boolean }[]>`
    select private.hand_over(${account}) as had_drive
  `;
  if (end?.had_drive) await jobs.send(sql, driveUpkeep, {});
}
