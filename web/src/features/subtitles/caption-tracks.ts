import type { Subtitle } from "#contract/subtitles.ts";
import { trackUrl } from "#web/data/subtitles.ts";
import { captionLabels } from "./caption-labels.ts";

/** The tracks that a player loads. Of several in a language, the one that somebody has edited comes first. */
export function captionTracks(subtitles: readonly Subtitle[], token: string) {
  const ready = subtitles.filter(({ status }) => status === "ready");
  const labels = captionLabels(ready);
  return ready
    .toSorted((one, other) => Number(other.is_edited) - Number(one.is_edited))
    .map((subtitle) => ({
      id: subtitle.id,
      src: trackUrl(subtitle, token),
      language: subtitle.language,
      label: labels.get(subtitle.id) ?? subtitle.language,
    }));
}
