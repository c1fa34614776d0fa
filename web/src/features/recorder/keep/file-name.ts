import { format } from "date-fns/format";
import type { Manifest } from "./manifest.ts";

const FALLBACK_PREFIX = "screen-recording";

/** The prefix of the preferences and the moment the recording began: sorts by name and by time alike. */
export function recordingTitle(prefix: string, startedAt: Date): string {
  return `${prefix.trim() || FALLBACK_PREFIX}-${format(startedAt, "yyyy-MM-dd-HH-mm-ss")}`;
}

/** The name it has, or will have, on a disk and on the server. */
export const fileName = ({ title, mime }: Pick<Manifest, "title" | "mime">) =>
  `${title}.${containerOf(mime) === "video/mp4" ? "mp4" : "webm"}`;

/** The container alone, without its codecs. */
export const containerOf = (mime: string) => mime.split(";", 1)[0] ?? mime;
