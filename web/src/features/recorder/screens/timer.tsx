import { useEffect, useState } from "react";
import { type Clock, elapsed } from "#web/features/recorder/clock.ts";
import { formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";

interface Props {
  clock: Clock;
  className?: string | undefined;
  /** The same time stands elsewhere on the page, where it can be heard. */
  isEcho?: boolean;
}

/** Minutes and seconds. It reads the clock, so a tab that was asleep is right again at once. */
export function Timer({ clock, className, isEcho }: Props) {
  const milliseconds = useElapsed(clock);
  return (
    <span
      {...(isEcho ? { "aria-hidden": true } : { role: "timer" })}
      className={cx("tabular-nums", className)}
    >
      {formatDuration(milliseconds / 1000)}
    </span>
  );
}

function useElapsed(clock: Clock): number {
  const [at, setAt] = useState(() => performance.now());
  const isRunning = clock.since !== null;
  useEffect(() => {
    setAt(performance.now());
    if (!isRunning) return;
    const timer = setInterval(() => setAt(performance.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return elapsed(clock, at);
}
