import type { Logger } from "pino";
import type { RecentCounts } from "#api/http/limits/recent-counts.ts";
import type { Db } from "#api/platform/database.ts";

const EVERY_MS = 60_000;

/** Adds the counts of this process to those of the day. While the database is away, the counts wait here. */
export function startMeasuring(
  recent: Pick<RecentCounts, "take" | "giveBack">,
  service: Db,
  log: Logger,
) {
  const keep = () =>
    keepCounts(recent, service).catch((err: unknown) =>
      log.warn({ err }, "what was measured could not be kept; it is tried again"),
    );
  const timer = setInterval(() => void keep(), EVERY_MS);
  return {
    /** Keeps the last counts, too. */
    async stop() {
      clearInterval(timer);
      await keep();
    },
  };
}

export async function keepCounts(recent: Pick<RecentCounts, "take" | "giveBack">, service: Db) {
  const counts = recent.take();
  if (counts.length === 0) return;
  try {
    await service(
      (sql) => sql`
        insert into private.answer_measures ${sql(counts)}
        on conflict (begins_at, up_to_ms) do update
          set requests = answer_measures.requests + excluded.requests,
              failures = answer_measures.failures + excluded.failures
      `,
    );
  } catch (error) {
    // Should some of the counts be kept after all, they count twice: better than an outage that left no trace.
    recent.giveBack(counts);
    throw error;
  }
}

/** Adds up what was noted of visits and uploads, and deletes what is too old. */
export const foldMeasures = (service: Db) => service`select private.fold_measures()`;
