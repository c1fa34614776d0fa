import { expect } from "vitest";
import type { Database } from "#api/platform/database.ts";

type Pooled = Pick<Database, "pool">;

/** The number of queries in this database that wait for a lock. */
export const waitingForLocks = async ({ pool }: Pooled): Promise<number> =>
  (
    await pool`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).length;

/** The answer of `ask` where `change` happens while it waits for `table`, with all that it has read before. */
export async function changedWhileWaiting<T>(
  database: Pooled,
  table: string,
  ask: () => Promise<T>,
  change: () => Promise<unknown>,
): Promise<PromiseSettledResult<T> | undefined> {
  const { asked } = await database.pool.begin(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`;
    const asked = Promise.allSettled([ask()]);
    await expect.poll(() => waitingForLocks(database)).toBeGreaterThan(0);
    await change();
    return { asked }; // in an object, or it would be waited for here
  });
  const [answer] = await asked;
  return answer;
}
