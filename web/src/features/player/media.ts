import type { SharedRecording } from "#contract/recordings.ts";
import { streamUrl } from "#web/data/recordings.ts";

export interface Source {
  src: string;
  type: string;
}

/** The same bytes under each name a browser may want to hear before it looks at them. */
export function streamSources(
  { id, mime_type }: SharedRecording,
  token: string,
  film?: number,
): Source[] {
  const src = streamUrl(id, token, { film });
  const [own = ""] = mime_type.split(";");
  return [...new Set([own, "video/webm", "video/mp4"])].map((type) => ({ src, type }));
}
