import { type Flow, lateOf, type Missing } from "#web/features/recorder/flow.ts";
import { messages } from "#web/features/recorder/messages.ts";
import { formatDuration } from "#web/lib/format.ts";

const time = (milliseconds: number) => formatDuration(milliseconds / 1000);

/** That nothing arrives of picture or sound, and since when. */
export function lateInWords(flow: Flow): string | null {
  const late = lateOf(flow);
  return late && `${messages.late[late.what]} since ${time(late.since)}`;
}

const MOST_NAMED = 3;

/** What the finished recording lacks, and where. */
export function missingInWords(missing: Missing[]): string {
  const named = missing
    .slice(0, MOST_NAMED)
    .map(({ what, from, to }) => `${messages.missing[what]} ${time(from)}–${time(to)}`);
  const rest = missing.length - named.length;
  return `Missing: ${named.join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`;
}
