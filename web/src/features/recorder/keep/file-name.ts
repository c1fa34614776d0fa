import { format } from "date-fns/format";

const FALLBACK_PREFIX = "screen-recording";

/** The prefix of the preferences and the moment the recording began: sorts by name and by time alike. */
export function takeTitle(prefix: string, startedAt: Date): string {
  return `${prefix.trim() || FALLBACK_PREFIX}-${format(startedAt, "yyyy-MM-dd-HH-mm-ss")}`;
}
