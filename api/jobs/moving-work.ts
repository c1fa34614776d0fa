import type { Logger } from "pino";
import type { Carrier } from "#api/features/moves/copy-verified.ts";
import { failMove } from "#api/features/moves/fail-move.ts";
import { moveRecording } from "#api/features/moves/move-recording.ts";
import { moving } from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { patiently } from "./obstacles.ts";

const NOT_MOVED =
  "This could not be moved, however often it was tried. The recording is where it was.";

/** Carries recordings from one store to another. */
export function startMoving(jobs: Jobs, carrier: Carrier & { log: Logger }): void {
  jobs.work(
    moving,
    patiently(moving, (job, { signal }) => moveRecording(carrier, job, signal), {
      jobs,
      log: carrier.log,
      purpose: "to move a recording",
    }),
    (job) => failMove(carrier.service, job, NOT_MOVED),
  );
}
