import { expect } from "vitest";
import type { Database } from "#api/platform/database.ts";

/** Waits until nobody holds a connection of this database without asking it anything. */
export async function expectNoneHeld({ pool }: Pick<Database, "pool">): Promise<void> {
  const held = async () =>
    (
      await pool`
        select from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`
    ).length;
  await expect.poll(held).toBe(0);
}

/** The chunks of a body, one by one: for a reader who may stop. */
export function reading({ body }: Response) {
  if (!body) throw new Error("The answer has no body");
  const chunks = body.values();
  const nothing = new Uint8Array();
  return {
    next: (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => (await chunks.next()).value ?? nothing),
      ),
    rest: () => Array.fromAsync(chunks),
  };
}
