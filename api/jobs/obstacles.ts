import { isOutOfReach } from "#api/platform/objects/objects.ts";
import { isFull } from "#api/platform/objects/store.ts";

const UNTIL_ROOM_SECONDS = 600;
const UNTIL_REACHED_SECONDS = 60;

/** What passes by itself, and about how soon: it costs a recording none of its tries. */
export function obstacleOf(error: unknown): { what: string; seconds: number } | undefined {
  if (isFull(error))
    return { what: "there is no room on the disk to process", seconds: UNTIL_ROOM_SECONDS };
  if (isOutOfReach(error))
    return { what: "the storage cannot be reached to process", seconds: UNTIL_REACHED_SECONDS };
  return undefined;
}
