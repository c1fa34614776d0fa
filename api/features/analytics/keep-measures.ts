import type { Logger } from "pino";
import type { Count, RecentCounts } from "#api/http/recent-counts.ts";
import type { Db } from "#api/platform/database.ts";

const EVERY_MS = 15_000;

export interface Measuring {
  /** The last counts are kept, too. */
  stop(): Promise<void>;
}

/** What this process has counted is written in batches. While the database is away, it waits here. */
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
    // Where some of it was kept after all, it counts twice: rather that than an outage that left no trace.
    recent.giveBack(counts);
    throw error;
  }
}

/** Six columns each, of the 65,535 parameters that a statement may have. */
const MOST_ROWS = 5000;

const insert = (service: Db, counts: readonly Count[]) =>
  service((sql) => sql`insert into private.request_measures ${sql([...counts])}`);

/** Into longer spans, and away what is old. Days are the server's. */
export async function foldMeasures(service: Db, zone: string): Promise<void> {
  await service((sql) => sql`select private.fold_measures(${zone})`);
}
