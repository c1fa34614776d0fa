import type { Cue } from "#contract/subtitles.ts";
import { type KeptRange, toCut } from "#contract/timeline.ts";

/** A word of the transcript, or a whole cue whose words have no times. */
export interface SaidWord extends KeptRange {
  text: string;
  /** The cue that it stands in. */
  cue: number;
}

export interface Said {
  words: readonly SaidWord[];
  language: string;
}

/** The pause that goes with a word, and the rest of it that stays, in seconds. */
const LONGEST_PAUSE = 0.25;
const BREATH = 0.04;

export const saidIn = ({ cues, language }: { cues: readonly Cue[]; language: string }): Said => ({
  words: saidWords(cues),
  language,
});

export const saidWords = (cues: readonly Cue[]): SaidWord[] =>
  cues.flatMap(({ start, end, text, words }, cue) =>
    words?.length
      ? words.map((word) => ({ start: word.start, end: word.end, text: word.text.trim(), cue }))
      : [{ start, end, text, cue }],
  );

/** Half of a word may be cut off: it counts as removed when its middle is. */
export const isRemoved = (kept: readonly KeptRange[], { start, end }: KeptRange) =>
  toCut(kept, (start + end) / 2) === null;

/** The stretch that goes with these words: the pause behind them goes, too, and the one before them stays. */
export function stretchOf(words: readonly SaidWord[], first: number, last: number): KeptRange {
  const start = words[first]?.start ?? 0;
  const end = Math.max(start, words[last]?.end ?? start);
  const following = words[last + 1]?.start;
  if (following === undefined) return { start, end };
  return { start, end: Math.max(end, Math.min(following - BREATH, end + LONGEST_PAUSE)) };
}

export interface Filler {
  /** As it is listed: without its commas, in small letters. */
  name: string;
  first: number;
  last: number;
  /** Also a word with a meaning: somebody should look at it. */
  isDoubtful: boolean;
}

/** The words and phrases that say nothing, in the order in which they are said. */
export function findFillers(words: readonly SaidWord[], language: string): Filler[] {
  const known = fillersIn(language);
  const bare = words.map(({ text }) => bareWord(text));
  const found: Filler[] = [];
  for (let first = 0; first < bare.length; first++) {
    const filler = known.find(({ parts }) => parts.every((part, at) => part === bare[first + at]));
    if (!filler) continue;
    const last = first + filler.parts.length - 1;
    found.push({ name: filler.parts.join(" "), first, last, isDoubtful: filler.isDoubtful });
    first = last;
  }
  return found;
}

const bareWord = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}'’]/gu, "")
    .replaceAll("’", "'");

/**
 * By language, with commas between them. Sounds are taken unless somebody says no; words that also mean something
 * only where somebody says yes.
 */
const fillers: Record<string, { sounds: string; words: string }> = {
  ar: { sounds: "آه, أه, إم", words: "يعني" },
  cs: { sounds: "ehm, hmm, ee", words: "jako, prostě, vlastně" },
  de: { sounds: "äh, ähm, öh, öhm, hm, hmm, mhm", words: "halt, quasi, sozusagen, irgendwie" },
  en: {
    sounds: "um, umm, uh, uhh, uhm, er, erm, ah, hm, hmm, mm, mmm, mhm",
    words: "you know, i mean, sort of, kind of, like, basically, actually, literally",
  },
  es: { sounds: "eh, em, ehm, mmm, ah", words: "este, o sea, pues, bueno" },
  fi: { sounds: "öö, ööm, hmm, mm", words: "niinku, niin kuin, tota" },
  fr: { sounds: "euh, heu, hum, hmm, bah, ben", words: "du coup, en fait, genre, tu vois, quoi" },
  hi: { sounds: "अं, अम्म, उम्म", words: "मतलब" },
  it: { sounds: "eh, ehm, uhm, mmm, ah", words: "cioè, tipo, diciamo, insomma" },
  ja: { sounds: "えー, えーと, えっと, うーん, ええと", words: "あの, まあ, なんか" },
  ko: { sounds: "어, 음, 아", words: "그, 뭐, 이제" },
  nl: { sounds: "eh, ehm, uh, uhm, hm", words: "zeg maar, eigenlijk, gewoon" },
  no: { sounds: "eh, øh, øhm, hm", words: "liksom, på en måte" },
  pl: { sounds: "yyy, eee, hmm, mhm", words: "no, jakby, znaczy, wiesz" },
  pt: { sounds: "eh, hum, hmm, ah", words: "tipo, né, então, sabe" },
  ru: { sounds: "э, ээ, эм, эээ, мм, хм", words: "ну, как бы, типа, короче" },
  sv: { sounds: "eh, öh, öhm, hm, äh", words: "liksom, typ, alltså" },
  tr: { sounds: "ee, eee, ıı, ııı, hmm", words: "yani, işte, şey" },
  uk: { sounds: "е, ее, ем, мм, хм", words: "ну, типу, коротше" },
  zh: { sounds: "呃, 嗯, 唔", words: "那个, 就是, 然后" },
};

/** The longest first: of two that begin alike, the whole phrase is meant. */
const fillersIn = (language: string) => {
  const known = fillers[language];
  if (!known) return [];
  const both = [...listed(known.sounds, false), ...listed(known.words, true)];
  return both.sort((a, b) => b.parts.length - a.parts.length);
};

const listed = (text: string, isDoubtful: boolean) =>
  text.split(", ").map((phrase) => ({ parts: phrase.split(" "), isDoubtful }));
