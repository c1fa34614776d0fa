import { format } from "date-fns/format";
import type { Manifest } from "./manifest.ts";

const FALLBACK_TITLE = "Recording";
const FALLBACK_PREFIX = "screen-recording";

/** The title for people: what the preferences call it, and when it began by the recording person's clock. */
export const recordingTitle = (prefix: string, startedAt: Date) =>
  `${prefix.trim() || FALLBACK_TITLE}, ${format(startedAt, "d MMM HH:mm")}`;

/** The name for disks: the same prefix and moment, which sort by name and by time alike. */
export const fileStem = (prefix: string, startedAt: Date) =>
  `${prefix.trim() || FALLBACK_PREFIX}-${format(startedAt, "yyyy-MM-dd-HH-mm-ss")}`;

/** The name that the file has, or will have, on a disk, also when its title changes later. */
export const fileName = ({ stem, title, mime }: Pick<Manifest, "stem" | "title" | "mime">) =>
  `${stem ?? title}.${containerOf(mime) === "video/mp4" ? "mp4" : "webm"}`;

export const containerOf = (mime: string) => mime.split(";", 1)[0] ?? mime;
