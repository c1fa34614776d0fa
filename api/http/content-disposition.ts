import { percentEncoded } from "#api/platform/percent-encoded.ts";

/**
 * The name of a download for every client: plain ASCII (RFC 6266) for the old, UTF-8 (RFC 8187) for the rest. The
 * header stays one line of ASCII and the name stays one file, whatever signs a title holds.
 */
export function attachment(title: string, extension: string): string {
  const name = cleanName(title);
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]+/g, "_")
    .replace(/["\\%]/g, "_");
  // A title can consist of accents alone.
  const plain = ascii.trim() || NAMELESS;
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${percentEncoded(`${name}.${extension}`)}`;
}

/** The same name by itself, for a drive that sends headers of its own. */
export const downloadName = (title: string, extension: string): string =>
  `${cleanName(title)}.${extension}`;

const LONGEST = 120;
const NAMELESS = "recording";

/** Characters that some system forbids in a name, and those that could disguise its ending. */
export function cleanName(title: string): string {
  const clean = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ")
    .replace(/[/\\:*?"<>|]/g, "-")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, "");
  return [...clean].slice(0, LONGEST).join("").trimEnd() || NAMELESS;
}
