import { useSyncExternalStore } from "react";
import { listeners } from "./listeners.ts";

export type Clock = ReturnType<typeof newClock>;

/** The second at which a video stands, for those beside it that follow it. */
export function newClock() {
  const following = listeners<number>();
  let now = 0;
  return {
    now: () => now,
    follow: following.add,
    tell(seconds: number) {
      now = seconds;
      following.tell(seconds);
    },
  };
}

/** The value at the second that is shown; drawn again only when the value changes. */
export const useAtMoment = <Shown>(clock: Clock, read: (seconds: number) => Shown) =>
  useSyncExternalStore(clock.follow, () => read(clock.now()));
