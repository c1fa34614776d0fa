import type { Logger } from "pino";
import type { Count, RecentCounts } from "#api/http/recent-counts.ts";
import type { Db } from "#api/platform/database.ts";

const EVERY_MS = 15_000;

export interface Measuring {
  /** Keeps the last counts, too. */
  stop(): Promise<void>;
}

/** Writes the counts of this process in batches. While the database is away, the counts wait here. */
export function startMeasuring(
  recent: Pick<RecentCounts, "take" | "giveBack">,
  service: Db,
  log: Logger,
): Measuring {
  const keep = () =>
    keepCounts(recent, service).catch((err: unknown) =>
      log.warn({ err }, "what was measured could not be kept; it is tried again"),
    );
  const timer = setInterval(() => void keep(), EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await keep();
    },
  };
}

export async function keepCounts(
  recent: Pick<RecentCounts, "take" | "giveBack">,
  service: Db,
): Promise<void> {
  const counts = recent.take();
  try {
    for (let from = 0; from < counts.length; from += MOST_ROWS)
      await insert(service, counts.slice(from, from + MOST_ROWS));
  } catch (error) {
    // Should some of the counts be kept after all, they count twice: better than an outage that left no trace.
    recent.giveBack(counts);
    throw error;
  }
}

/** Each row has six columns, and a statement may have 65,535 parameters. */
const MOST_ROWS = 5000;

const insert = (service: Db, counts: readonly Count[]) =>
  service((sql) => sql`insert into private.request_measures ${sql([...counts])}`);

/** Folds measurements into longer spans and deletes old ones. A day is one in the server's time zone. */
export async function foldMeasures(service: Db, zone: string): Promise<void> {
  await service((sql) => sql`select private.fold_measures(${zone})`);
}
