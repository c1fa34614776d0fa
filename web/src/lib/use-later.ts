import { useEffect, useEffectEvent } from "react";

/** Acts once, so many milliseconds from now, or from when their number or what it is about changes; `false` means not yet. */
export function useLater(milliseconds: number | false, act: () => unknown, about?: unknown) {
  const actNow = useEffectEvent(act);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait for something else begins anew
  useEffect(() => {
    if (milliseconds === false) return;
    const timer = setTimeout(() => actNow(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, about]);
}

/** Acts again and again, so many milliseconds apart; `false` means not now. */
export function useEvery(milliseconds: number | false, act: () => unknown) {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (milliseconds === false) return;
    const clock = setInterval(() => actNow(), milliseconds);
    return () => clearInterval(clock);
  }, [milliseconds]);
}
