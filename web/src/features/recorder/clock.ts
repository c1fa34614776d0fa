/** Time spent recording, in milliseconds: it runs from `since`, and stands still when `since` is null. */
export interface Clock {
  spent: number;
  since: number | null;
}

export const startClock = (at: number): Clock => ({ spent: 0, since: at });

export const stopClock = (clock: Clock, at: number): Clock => ({
  spent: elapsed(clock, at),
  since: null,
});

export const resumeClock = (clock: Clock, at: number): Clock => ({ ...clock, since: at });

export function elapsed(clock: Clock, at: number): number {
  // A clock that was set back must not take recorded time away.
  return clock.since === null ? clock.spent : clock.spent + Math.max(0, at - clock.since);
}
