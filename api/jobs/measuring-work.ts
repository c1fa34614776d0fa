import { foldMeasures } from "#api/features/analytics/keep-measures.ts";
import { serverZone } from "#api/http/server-zone.ts";
import { folding } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/queue.ts";

const FOLDING_SECONDS = 600;

/** What is measured is kept small. */
export async function startMeasuringWork(jobs: Jobs, service: Db): Promise<void> {
  await jobs.work(folding, () => foldMeasures(service, serverZone()));
  await jobs.repeat(folding, FOLDING_SECONDS);
}
