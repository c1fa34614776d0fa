import type { Subtitle } from "#contract/subtitles.ts";
import { languageName, trackUrl } from "#web/data/subtitles.ts";

type Known = Pick<
  Subtitle,
  "id" | "language" | "is_edited" | "is_auto_generated" | "translated_from"
>;

/** The label of each subtitle in a menu: its language, and what tells it from others in the same one. */
export function captionLabels(subtitles: readonly Known[]): Map<string, string> {
  const labels = new Map<string, string>();
  const seen = new Map<string, number>();
  for (const subtitle of subtitles) {
    const name = languageName(subtitle.language);
    const isOnly = subtitles.filter(({ language }) => language === subtitle.language).length === 1;
    const label = isOnly ? name : `${name} (${originOf(subtitle).toLowerCase()})`;
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    labels.set(subtitle.id, count === 1 ? label : `${label} ${count}`);
  }
  return labels;
}

export function originOf({ is_edited, is_auto_generated, translated_from }: Known) {
  if (is_edited) return "Edited";
  if (translated_from) return "Translated";
  return is_auto_generated ? "Automatic" : "Uploaded";
}

/** The subtitle in a language of the viewer; of several that fit, the one that somebody has edited. */
export function preferredSubtitle<One extends Known>(
  subtitles: readonly One[],
  wished: readonly string[] = navigator.languages,
): One | undefined {
  const codes = wished.map((tag) => tag.split("-")[0]?.toLowerCase());
  const rank = ({ language, is_edited }: One) => {
    const place = codes.indexOf(language);
    return (place < 0 ? codes.length : place) * 2 + (is_edited ? 0 : 1);
  };
  return subtitles.toSorted((one, other) => rank(one) - rank(other))[0];
}

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
