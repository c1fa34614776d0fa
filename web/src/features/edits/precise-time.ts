import { formatDuration } from "#web/lib/format.ts";

/** 65.25 → '1:05.2' */
export function preciseTime(seconds: number): string {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 0.001));
  return `${formatDuration(tenths / 10)}.${tenths % 10}`;
}
