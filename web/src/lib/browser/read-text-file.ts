import type { LanguageCode } from "#contract/languages.ts";

/** The encodings of older programs, by the languages for which they were made; all others were written in the West. */
const OLD_ENCODINGS = {
  shift_jis: "ja",
  gb18030: "zh",
  "euc-kr": "ko",
  "windows-874": "th",
  "windows-1250": "bs cs hr hu pl ro sk sl",
  "windows-1251": "be bg kk mk ru tg tt uk",
  "windows-1253": "el",
  "windows-1254": "az tr",
  "windows-1255": "he yi",
  "windows-1256": "ar fa ur",
  "windows-1257": "et lt lv",
};

/** The text of a file, in whichever of the usual encodings it was written. */
export async function readTextFile(file: Blob, language: LanguageCode): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const old = Object.entries(OLD_ENCODINGS).find(([, languages]) => languages.includes(language));
    return new TextDecoder(old?.[0] ?? "windows-1252").decode(bytes);
  }
}
