import { useSyncExternalStore } from "react";
import { listeners } from "./listeners.ts";

/** The second at which a video stands, for those beside it that follow it. */
export interface Clock {
  now(): number;
  /** Returns how to stop following. */
  follow(changed: () => void): () => void;
  tell(seconds: number): void;
}

export function newClock(): Clock {
  const following = listeners<number>();
  let now = 0;
  return {
    now: () => now,
    follow: following.add,
    tell(seconds) {
      now = seconds;
      following.tell(seconds);
    },
  };
}

/** The value at the second that is shown; drawn again only when the value changes. */
export const useAtMoment = <Shown>(clock: Clock, read: (seconds: number) => Shown) =>
  useSyncExternalStore(clock.follow, () => read(clock.now()));
