import type { Database } from "./database.ts";
import { StartError } from "./start-error.ts";

const ANOTHER_KEY =
  "SIGNING_KEY: another Kinora on this database signs with another key, so neither would know the sessions of the other. " +
  "Give all of them the same SIGNING_KEY; to change it, stop all of them, and wait ten seconds after one that was killed.";

/** Often enough that one that was not heard for ten seconds is dead. */
const SAY_SO_EVERY_MS = 3000;

/**
 * Says that this process lives, until it is stopped. Alone on its database, it knows that all others do not. Among
 * others that sign with another key, it does not begin: sessions of one would be nothing to the other.
 */
export async function startHeartbeat(
  { pool, process }: Pick<Database, "pool" | "process">,
  { isAlone, signsWith }: { isAlone: boolean; signsWith: string },
): Promise<{ stop(): Promise<void> }> {
  const beat = () =>
    pool`
      insert into private.processes (id, signs_with) values (${process}, ${signsWith})
      on conflict (id) do update set seen_at = now()
    `;
  if (isAlone) await pool`select private.end_processes()`;
  await beat();
  const end = () => pool`select private.end_processes(${process})`;
  const others = await pool`
    select from private.processes
     where seen_at > now() - interval '10 seconds' and signs_with <> ${signsWith}
  `;
  if (others.length > 0) {
    await end();
    throw new StartError(ANOTHER_KEY);
  }
  const timer = setInterval(() => beat().catch(() => {}), SAY_SO_EVERY_MS); // the next one says it
  return {
    async stop() {
      clearInterval(timer);
      await end().catch(() => {}); // then it is found out
    },
  };
}
