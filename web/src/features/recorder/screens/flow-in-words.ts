import { type Flow, lateOf, type Missing } from "#web/features/recorder/flow.ts";
import { formatDuration } from "#web/lib/format.ts";

const MOST_NAMED = 3;
const names = { picture: "picture", sound: "sound", both: "picture and sound" };
const time = (milliseconds: number) => formatDuration(milliseconds / 1000);

export function lateInWords(flow: Flow): string | null {
  const late = lateOf(flow);
  return late && `No ${names[late.what]} since ${time(late.since)}`;
}

/** The gaps of the finished recording, in words. */
export function missingInWords(missing: Missing[]): string {
  const named = missing.map(({ what, from, to }) => `${names[what]} ${time(from)}–${time(to)}`);
  const rest = named.splice(MOST_NAMED).length;
  return `Missing: ${named.join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`;
}
