import type { Share } from "#contract/shares.ts";

export const sizes = [
  { value: "fluid", label: "Responsive" },
  { value: "640x360", label: "640 × 360" },
  { value: "960x540", label: "960 × 540" },
  { value: "1280x720", label: "1280 × 720" },
] as const;
export type EmbedSize = (typeof sizes)[number]["value"];

export const sourceOf = (origin: string, { share_token }: Pick<Share, "share_token">) =>
  `${origin}/embed/${share_token}`;

/** The HTML that somebody pastes into a page of theirs. */
export function embedCode(
  origin: string,
  share: Pick<Share, "share_token">,
  size: EmbedSize,
  title: string,
) {
  const [width, height] = size.split("x");
  const room = height
    ? `width="${width}" height="${height}" style="border:0"`
    : `style="border:0;width:100%;aspect-ratio:16/9"`;
  return `<iframe src="${sourceOf(origin, share)}" title="${escaped(title)}" ${room} allow="picture-in-picture" allowfullscreen></iframe>`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
