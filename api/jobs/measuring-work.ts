import { foldMeasures } from "#api/features/analytics/keep-measures.ts";
import { checkStorage, giveUpCheck } from "#api/features/operations/check-storage.ts";
import { folding, storageChecking } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Objects } from "#api/platform/objects/objects.ts";

const FOLDING_SECONDS = 600;

/** The jobs that keep measurements small, and that check the storage when an admin asks. */
export async function startMeasuringWork(
  jobs: Jobs,
  world: { service: Db; objects: Objects; drive: Drive | null },
): Promise<void> {
  const { service } = world;
  jobs.work(folding, () => foldMeasures(service));
  await jobs.repeat(folding, FOLDING_SECONDS);
  jobs.work(
    storageChecking,
    ({ check }, { signal }) => checkStorage(world, check, signal),
    async ({ check }) => void (await giveUpCheck(service, check)),
  );
}
