import type { Logger } from "pino";
import { isOutOfReach } from "#api/platform/objects/objects.ts";
import { isFull } from "#api/platform/objects/store.ts";
import type { JobHandler, JobKind, Jobs } from "#api/platform/queue.ts";

const UNTIL_ROOM_SECONDS = 600;
const UNTIL_REACHED_SECONDS = 60;

/** What passes by itself, and about how soon. */
interface Obstacle {
  what: string;
  seconds: number;
}

export const outOfReach = (error: unknown): Obstacle | undefined =>
  isOutOfReach(error)
    ? { what: "the storage cannot be reached", seconds: UNTIL_REACHED_SECONDS }
    : undefined;

const noRoom = (error: unknown): Obstacle | undefined =>
  isFull(error) ? { what: "there is no room on the disk", seconds: UNTIL_ROOM_SECONDS } : undefined;

interface Patience<D> {
  jobs: Jobs;
  log: Logger;
  /** What cannot be done meanwhile: 'to process a recording'. */
  purpose: string;
  /** Of what passes, only this is waited for. */
  obstacleOf?: (error: unknown) => Obstacle | undefined;
  whenPutOff?: (data: D) => Promise<void>;
}

/** What passes by itself is no fault of the work's: the same is sent again for later, and no try of it is spent. */
export function patiently<D extends object>(
  kind: JobKind<D>,
  handler: JobHandler<D>,
  { jobs, log, purpose, ...patience }: Patience<D>,
): JobHandler<D> {
  const { obstacleOf = (error) => noRoom(error) ?? outOfReach(error), whenPutOff } = patience;
  return async (data, attempt) => {
    try {
      await handler(data, attempt);
    } catch (error) {
      const obstacle = attempt.signal.aborted ? undefined : obstacleOf(error);
      if (!obstacle) throw error;
      log.warn({ err: error }, `${obstacle.what} ${purpose}; it is tried again later`);
      await whenPutOff?.(data);
      const { account } = attempt;
      await jobs.send(null, kind, data, { account, afterSeconds: obstacle.seconds });
    }
  };
}
