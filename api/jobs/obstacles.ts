import type { Logger } from "pino";
import type { JobHandler, JobKind, Jobs } from "#api/platform/jobs/queue.ts";
import { isOutOfReach } from "#api/platform/objects/objects.ts";
import { isFull } from "#api/platform/objects/store.ts";

const UNTIL_ROOM_SECONDS = 600;
const UNTIL_REACHED_SECONDS = 60;

/** An obstacle that passes by itself, and about how soon. */
function obstacleOf(error: unknown) {
  if (isFull(error)) return { what: "there is no room on the disk", seconds: UNTIL_ROOM_SECONDS };
  if (isOutOfReach(error))
    return { what: "the storage cannot be reached", seconds: UNTIL_REACHED_SECONDS };
  return undefined;
}

interface PutOffOptions<D> {
  jobs: Jobs;
  log: Logger;
  /** The work that is not possible meanwhile: 'to process a recording'. */
  purpose: string;
  whenPutOff?: (data: D) => Promise<void>;
}

/** An obstacle that passes by itself is not the job's fault: the job is sent again for later, and no try is spent. */
export function patiently<D extends object>(
  kind: JobKind<D>,
  handler: JobHandler<D>,
  { jobs, log, purpose, whenPutOff }: PutOffOptions<D>,
): JobHandler<D> {
  return async (data, attempt) => {
    try {
      await handler(data, attempt);
    } catch (error) {
      const obstacle = attempt.signal.aborted ? undefined : obstacleOf(error);
      if (!obstacle) throw error;
      log.warn({ err: error }, `${obstacle.what} ${purpose}; it is tried again later`);
      await whenPutOff?.(data);
      const { signal: _, ...turn } = attempt;
      await jobs.send(null, kind, data, { ...turn, afterSeconds: obstacle.seconds });
    }
  };
}
