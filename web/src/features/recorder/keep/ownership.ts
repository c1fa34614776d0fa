import type { Manifest } from "./manifest.ts";

/** A tab that shows no sign of life for this long is gone; hidden tabs may be slowed down to one timer a minute. */
const SILENCE_MS = 90_000;

/**
 * Claims a recording for this tab, for as long as the tab lives or until it is given back. Null when another tab has it:
 * what is still being recorded, or being saved elsewhere, must not be recovered.
 */
export async function claim(id: string): Promise<(() => void) | null> {
  if (!("locks" in navigator)) return () => {};
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      if (!lock) {
        resolve(null);
        return;
      }
      // The lock lasts as long as this promise is open, and the browser drops it when the tab dies.
      return new Promise<void>((giveBack) => resolve(giveBack));
    };
    navigator.locks.request(`kinora-take-${id}`, { ifAvailable: true }, held).catch(reject);
  });
}

/** Without locks only the heartbeat tells a running recording from an abandoned one. */
export function looksAlive(
  manifest: Manifest,
  now: number,
  hasLocks = "locks" in navigator,
): boolean {
  return !hasLocks && now - manifest.heartbeat < SILENCE_MS;
}
