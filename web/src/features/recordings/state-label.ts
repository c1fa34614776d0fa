import type { Recording } from "#contract/recordings.ts";
import { formatDuration } from "#web/lib/format.ts";

type State = Pick<
  Recording,
  "status" | "progress" | "playable" | "interrupted" | "moving" | "missing"
>;

/** The length of the video; undefined while it is under way and unknown: until then its state says all. */
export function lengthLabel({ status, duration }: Pick<Recording, "status" | "duration">) {
  const isUnderWay = ["recording", "uploading", "processing"].includes(status);
  return duration === null && isUnderWay ? undefined : formatDuration(duration);
}

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
