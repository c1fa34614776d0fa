import type { ActiveUser } from "#contract/admin-dashboard.ts";

const MINUTE = 60_000;

/** A user's presence by the minutes since their last sign of life; undefined: gone. */
export function presenceAt(lastActive: string, now: number): ActiveUser["status"] | undefined {
  const age = now - Date.parse(lastActive);
  if (age < 5 * MINUTE) return "online";
  if (age < 10 * MINUTE) return "away";
  return age < 15 * MINUTE ? "idle" : undefined;
}
