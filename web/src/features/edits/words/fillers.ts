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
export const fillersIn = (language: string) => {
  const { sounds, words } = fillers[language] ?? { sounds: "", words: "" };
  return [
    ...listed(sounds).map((parts) => ({ parts, isDoubtful: false })),
    ...listed(words).map((parts) => ({ parts, isDoubtful: true })),
  ].sort((a, b) => b.parts.length - a.parts.length);
};

const listed = (text: string) =>
  text
    .split(", ")
    .filter(Boolean)
    .map((phrase) => phrase.split(" "));
