import type { Recording } from "#contract/recordings.ts";
import { formatDuration } from "#web/lib/format.ts";

type State = Pick<
  Recording,
  "status" | "progress" | "playable" | "interrupted" | "moving" | "missing"
>;

/** How long it is will be known when this is over: until then, the word for it says all. */
export function lengthLabel({ status, duration }: Pick<Recording, "status" | "duration">) {
  const isUnderWay = ["recording", "uploading", "processing"].includes(status);
  return duration === null && isUnderWay ? undefined : formatDuration(duration);
}

/** One or two words for what is not simply a finished video. */
export function stateLabel({ status, progress, playable, interrupted, moving, missing }: State) {
  if (missing) return missing === "disconnected" ? "Drive not connected" : "Not in Drive";
  if (moving) return moving.failed === null ? `Moving ${moving.percent}%` : "Not moved";
  if (status === "recording") return interrupted ? "Interrupted" : "Being recorded";
  if (status === "uploading") return "Uploading";
  if (status === "processing") return progress ? `Processing ${progress}%` : "Processing";
  if (status === "failed") return "Failed";
  if (playable === false) return "Cannot play here";
  return interrupted ? "Interrupted" : undefined;
}
