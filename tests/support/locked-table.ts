import { expect } from "vitest";
import type { Database } from "#api/platform/database.ts";

/** What `ask` answers when `change` happens while it waits for `table`, with all that it has read before. */
export function changedWhileWaiting<T>(
  { pool }: Pick<Database, "pool">,
  table: string,
  ask: () => Promise<T>,
  change: () => Promise<unknown>,
): Promise<PromiseSettledResult<T> | undefined> {
  return pool
    .begin(async (sql) => {
      await sql`lock table ${sql(table)} in access exclusive mode`;
      const answer = Promise.allSettled([ask()]);
      const waiting = () => pool`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(waiting).not.toEqual([]);
      await change();
      return { answer };
    })
    .then(async ({ answer }) => (await answer)[0]);
}
