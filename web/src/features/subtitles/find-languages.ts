import { type Language, languages } from "#contract/languages.ts";

/** The languages that a few letters may mean, by code or by either name; the likeliest first. */
export function findLanguages(typed: string, among: readonly Language[] = languages): Language[] {
  const wanted = plain(typed);
  if (wanted === "") return [...among];
  return among
    .map((language) => ({ language, rank: rankOf(language, wanted) }))
    .filter(({ rank }) => rank < NOT_AT_ALL)
    .sort((one, other) => one.rank - other.rank)
    .map(({ language }) => language);
}

const NOT_AT_ALL = 4;

function rankOf({ code, english, own }: Language, wanted: string) {
  if (code === wanted) return 0;
  const names = [plain(english), plain(own)];
  if (names.some((name) => name.startsWith(wanted))) return 1;
  if (names.some((name) => name.includes(` ${wanted}`) || name.includes(`(${wanted}`))) return 2;
  return names.some((name) => name.includes(wanted)) ? 3 : NOT_AT_ALL;
}

/** The text without accents, as people type it who have no other keyboard. */
const plain = (text: string) =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
