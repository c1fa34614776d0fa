/** A word with the second at which it is said, as far as a subtitle tells. */
export interface TimedWord {
  at: number;
  text: string;
}

interface Watched {
  words: readonly TimedWord[];
  duration: number | null;
}

/** So many words in a row are said once, or nearly so. */
const TOLD_APART_BY = 4;

/** The words of a subtitle's text, in SRT or WebVTT; within a cue they are taken as equally long. */
export function timedWords(content: string): TimedWord[] {
  return content.split(" --> ").flatMap((text, part, parts) => {
    const times = parts[part - 1]?.trimEnd().split("\n").at(-1);
    if (times === undefined) return [];
    const [until = "", ...lines] = text.split("\n");
    const blank = lines.findIndex((line) => line.trim() === "");
    const words = lines
      .slice(0, blank < 0 ? undefined : blank)
      .join(" ")
      .split(" ")
      .filter(Boolean);
    const [start, end] = [secondsOf(times), secondsOf(until)];
    return words.map((text, place) => ({
      text,
      at: start + ((end - start) * place) / words.length,
    }));
  });
}

/**
 * The moment of another cut at which it goes on with what was said. Words tell it, because a viewer may not know what
 * was removed.
 */
export function sameSentence(before: Watched, after: Watched, at: number): number {
  const now = before.words.findLastIndex((word) => word.at <= at);
  const said = new Map<string, number>();
  for (const index of after.words.keys()) {
    const phrase = phraseAt(after.words, index);
    // Of phrases that are said twice, the first that comes after most of what was heard.
    if (!said.has(phrase) || index <= now) said.set(phrase, index);
  }
  for (let index = Math.max(0, now); index < before.words.length; index++) {
    const [was, is] = [
      before.words[index],
      after.words[said.get(phraseAt(before.words, index)) ?? -1],
    ];
    if (was && is) return is.at + (index === now ? at - was.at : 0);
  }
  if (!before.duration || !after.duration) return at;
  return (at / before.duration) * after.duration;
}

const phraseAt = (words: readonly TimedWord[], index: number) =>
  words
    .slice(index, index + TOLD_APART_BY)
    .map(({ text }) => text)
    .join(" ");

/** '00:01:02,500', or '01:02.500' with settings behind it. */
const secondsOf = (time: string) =>
  (time.trim().split(" ")[0] ?? "")
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => sum * 60 + (Number(part) || 0), 0);
