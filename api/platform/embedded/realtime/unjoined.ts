import type { Hub, Socket } from "./hub.ts";
import { LIMITS } from "./limits.ts";

export const POLICY_VIOLATION = 1008;

/** A socket that has joined nothing holds a place that somebody else could use. */
export function closeUnlessJoined(hub: Hub, socket: Socket): void {
  const { data } = socket;
  data.stopClock?.();
  data.stopClock = hub.later(LIMITS.joinWithin, () => {
    // A client that waits for our answer has done its part.
    if (data.waiting > 0) closeUnlessJoined(hub, socket);
    else socket.close(POLICY_VIOLATION, "Nothing was joined");
  });
}
