import { useEffect, useEffectEvent } from "react";

/** Acts once, so many milliseconds from now or from when their number changes; `false` means not yet. */
export function useLater(milliseconds: number | false, act: () => unknown) {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (milliseconds === false) return;
    const timer = setTimeout(() => actNow(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
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
