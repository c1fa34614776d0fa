import { deliverRecording } from "#api/features/drive/deliver-recording.ts";
import { nameFile } from "#api/features/drive/name-file.ts";
import { revokeTokens, sendDue, throwAway } from "#api/features/drive/upkeep.ts";
import { walkDrives } from "#api/features/drive/walk-drives.ts";
import { moveHomeward } from "#api/features/moves/move-homeward.ts";
import { delivery, driveUpkeep, driveWalk, naming } from "#api/job-kinds.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Objects } from "#api/platform/objects/objects.ts";

const UPKEEP_SECONDS = 120;
/** Each drive is walked once a day; this job looks for drives whose day is over. */
const WALK_SECONDS = 3600;

/** The jobs for recordings that lie in their owner's drive. */
export async function startDriveWork(
  jobs: Jobs,
  world: Drive & { objects: Objects },
): Promise<void> {
  jobs.work(delivery, ({ recording_id }) => deliverRecording(world, recording_id));
  jobs.work(naming, ({ recording_id }) => nameFile(world, recording_id));
  jobs.work(driveUpkeep, async () => {
    await sendDue(world.service, jobs);
    await throwAway(world);
    await revokeTokens(world);
    await moveHomeward({ ...world, jobs });
  });
  jobs.work(driveWalk, () => walkDrives(world));
  await jobs.repeat(driveUpkeep, UPKEEP_SECONDS);
  await jobs.repeat(driveWalk, WALK_SECONDS);
}
