import { useEffect, useState } from "react";

const LINGER = 2_500;

/** Whether the bar shows: for a moment after every movement, and always while paused once it has played. */
export function useShown(isPlaying: boolean, hasStarted: boolean) {
  const [isAwake, setAwake] = useState(false);
  const [stirred, setStirred] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each stir starts the wait anew
  useEffect(() => {
    if (!isPlaying || !isAwake) return;
    const timer = setTimeout(() => setAwake(false), LINGER);
    return () => clearTimeout(timer);
  }, [isPlaying, isAwake, stirred]);

  const stir = () => {
    setAwake(true);
    setStirred((count) => count + 1);
  };
  return { isShown: isAwake || (hasStarted && !isPlaying), stir, hide: () => setAwake(false) };
}
