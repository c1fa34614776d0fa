import { format } from "date-fns/format";
import type { Manifest } from "./manifest.ts";

const FALLBACK_TITLE = "Recording";
const FALLBACK_PREFIX = "screen-recording";

/** For people: what the preferences call it, and when it began by the clock of whoever records. */
export const recordingTitle = (prefix: string, startedAt: Date) =>
  `${prefix.trim() || FALLBACK_TITLE}, ${format(startedAt, "d MMM HH:mm")}`;

/** For disks: the same prefix and moment, which sort by name and by time alike. */
export const fileStem = (prefix: string, startedAt: Date) =>
  `${prefix.trim() || FALLBACK_PREFIX}-${format(startedAt, "yyyy-MM-dd-HH-mm-ss")}`;

/** The name it has, or will have, on a disk; whatever people call it later. */
export const fileName = ({ stem, title, mime }: Pick<Manifest, "stem" | "title" | "mime">) =>
  `${stem ?? title}.${containerOf(mime) === "video/mp4" ? "mp4" : "webm"}`;

/** The container alone, without its codecs. */
export const containerOf = (mime: string) => mime.split(";", 1)[0] ?? mime;
