import { useEffect } from "react";
import { mustAskBeforeLeaving } from "#web/features/recorder/machine.ts";
import type { State } from "#web/features/recorder/steps.ts";

/**
 * Closing the tab ends a recording, so the browser asks first, in words of its own. Going to another screen
 * loses nothing: what runs or waits stands at the foot of every page.
 */
export function useUnloadGuard(state: State) {
  const isOn = mustAskBeforeLeaving(state);
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
}
