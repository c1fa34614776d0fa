import type { Database } from "./database.ts";

/** Often enough that one that was not heard for ten seconds is dead. */
const SAY_SO_EVERY_MS = 3000;

/** Says that this process lives, until it is stopped. Alone on its database, it knows that all others do not. */
export async function startHeartbeat(
  { pool, process }: Pick<Database, "pool" | "process">,
  { isAlone }: { isAlone: boolean },
): Promise<{ stop(): Promise<void> }> {
  const beat = () =>
    pool`
      insert into private.processes (id) values (${process})
      on conflict (id) do update set seen_at = now()
    `;
  if (isAlone) await pool`select private.end_processes()`;
  await beat();
  const timer = setInterval(() => beat().catch(() => {}), SAY_SO_EVERY_MS); // the next one says it
  return {
    async stop() {
      clearInterval(timer);
      await pool`select private.end_processes(${process})`.catch(() => {}); // then it is found out
    },
  };
}
