import type { Cue, CueWord } from "#contract/subtitles.ts";
import { inMilliseconds, rounded, TICK } from "./cue.ts";
import { type Token, timeWords } from "./time-words.ts";

/** The limits of a cue that a viewer can read: signs in a line, and seconds on the screen. */
const LINE = 42;
const MOST_SECONDS = 7;
const LEAST_SECONDS = 1;

/** Speech as an engine heard it, in whole stretches, and where the engine knows it, word by word. */
export interface Speech {
  segments: readonly CueWord[];
  words: readonly CueWord[];
}

/**
 * Speech as readable cues: at most two lines of 42 signs; at most seven seconds, and at least one if the next cue
 * is not sooner; never two at once; each ends where a sentence or a phrase ends, or the speaker pauses.
 */
export function shapeCues(parts: readonly Speech[], language: string): Cue[] {
  // The words of one part alone are looked through for each of its stretches: of a day of speech there are very many.
  const spoken = parts.flatMap(({ segments, words }) =>
    segments.flatMap((said) => timeWords(said, words, language)),
  );
  const hasWords = parts.some(({ words }) => words.length > 0);
  return settled(bestGroups(inOrder(spoken)).map((group) => cueOf(group, hasWords)));
}

/** Times never go back, whatever the engine says. */
function inOrder(tokens: readonly Token[]): Token[] {
  let latest = 0;
  return tokens.map((token) => {
    const start = Math.max(latest, token.start);
    latest = start;
    return { ...token, start, end: Math.max(start, token.end) };
  });
}

interface Way {
  cost: number;
  /** The token at which the last cue begins. */
  from: number;
}

/** The way to divide the tokens that costs the reader least. */
function bestGroups(tokens: readonly Token[]): Token[][] {
  const page = pageOf(tokens);
  const ways: Way[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= tokens.length; end++) {
    const last = page.outsideCost(end);
    let best: Way = { cost: Number.POSITIVE_INFINITY, from: end - 1 };
    for (let from = end - 1, inside = 0; from >= 0; from--) {
      if (from < end - 1) {
        if (!page.fits(from, end)) break;
        inside += page.insideCost(from);
      }
      const cost = (ways[from]?.cost ?? 0) + EACH + inside + last + page.hurryCost(from, end);
      if (cost < best.cost) best = { cost, from };
    }
    ways.push(best);
  }
  const groups: Token[][] = [];
  for (let end = tokens.length; end > 0; ) {
    const from = ways[end]?.from ?? end - 1;
    groups.push(tokens.slice(from, end));
    end = from;
  }
  return groups.reverse();
}

/** The costs: how much each fault of a cue disturbs the reader. */
const EACH = 1.5;
const TOO_SHORT = 3;
const IN_A_PHRASE = 3;
const AT_A_COMMA = 1;
const SENTENCE_INSIDE = 1;
const PAUSE_INSIDE = 3;

const PAUSE = 0.6;
const SENTENCE = /[.!?…。！？｡؟۔।॥።։]["'”’»)\]」』]*$/u;
const PHRASE = /[,;:–—、，；：،؛]["'”’»)\]」』]*$/u;

/** Answers that are needed again and again over hours of speech, computed once. */
function pageOf(tokens: readonly Token[]) {
  const lines = lineWidths(tokens);
  const borders = tokens.map((token, index) => {
    const next = tokens[index + 1];
    const isPause = next !== undefined && next.start - token.end >= PAUSE;
    return { ...borderOf(token), isPause };
  });
  return {
    /** Whether the tokens from `from` up to `end`, without `end` itself, fit into one cue. */
    fits(from: number, end: number): boolean {
      const seconds = (tokens[end - 1]?.end ?? 0) - (tokens[from]?.start ?? 0);
      return seconds <= MOST_SECONDS && breakOf(lines, borders, from, end) !== null;
    },
    /** The cost when the cue goes on after this token. */
    insideCost(at: number): number {
      const { isSentence = false, isPause = false } = borders[at] ?? {};
      return (isSentence ? SENTENCE_INSIDE : 0) + (isPause ? PAUSE_INSIDE : 0);
    },
    /** The cost when the cue ends before this token. */
    outsideCost(end: number): number {
      const border = borders[end - 1];
      if (!border || border.isPause || border.isSentence) return 0;
      return border.isPhrase ? AT_A_COMMA : IN_A_PHRASE;
    },
    hurryCost(from: number, end: number): number {
      const next = tokens[end]?.start ?? Number.POSITIVE_INFINITY;
      return next - (tokens[from]?.start ?? 0) < LEAST_SECONDS ? TOO_SHORT : 0;
    },
  };
}

type WidthOf = (from: number, end: number) => number;

function lineWidths(tokens: readonly Token[]): WidthOf {
  const sums = [0];
  for (const { text, isApart } of tokens)
    sums.push((sums.at(-1) ?? 0) + widthOf(text) + (isApart ? 1 : 0));
  return (from, end) => (sums[end] ?? 0) - (sums[from] ?? 0) - (tokens[from]?.isApart ? 1 : 0);
}

type Border = ReturnType<typeof borderOf>;

const borderOf = ({ text }: Token) => ({
  isSentence: SENTENCE.test(text),
  isPhrase: PHRASE.test(text),
});

/**
 * The token with which the second line begins; `end` where one line is enough, null where two are not. A word that
 * is longer than a line has one for itself.
 */
function breakOf(widthOfLine: WidthOf, borders: readonly Border[], from: number, end: number) {
  if (widthOfLine(from, end) <= LINE || end - from === 1) return end;
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let at = from + 1; at < end; at++) {
    const [upper, lower] = [widthOfLine(from, at), widthOfLine(at, end)];
    if ((upper > LINE && at - from > 1) || (lower > LINE && end - at > 1)) continue;
    const border = borders[at - 1];
    const cost = Math.max(upper, lower) + (border?.isSentence || border?.isPhrase ? 0 : LINE / 3);
    if (cost < least) [best, least] = [at, cost];
  }
  return best;
}

function linesOf(group: readonly Token[]): string[] {
  const at = breakOf(lineWidths(group), group.map(borderOf), 0, group.length) ?? group.length;
  return [group.slice(0, at), group.slice(at)].filter((line) => line.length > 0).map(textOf);
}

const textOf = (group: readonly Token[]): string =>
  group.map(({ text, isApart }, index) => (isApart && index > 0 ? ` ${text}` : text)).join("");

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u;

/** The width of a text on the screen: wide signs count as two. */
function widthOf(text: string): number {
  let width = text.length;
  for (const sign of text) if (WIDE.test(sign)) width++;
  return width;
}

function cueOf(group: readonly Token[], hasWords: boolean): Cue {
  const words = group.map(({ isApart: _, ...word }) => word);
  return {
    start: group[0]?.start ?? 0,
    end: Math.max(...group.map(({ end }) => end)),
    text: linesOf(group).join("\n"),
    ...(hasWords && { words }),
  };
}

/** In milliseconds: each cue ends before the next begins, and lasts a second where the next one leaves room. */
function settled(cues: readonly Cue[]): Cue[] {
  const starts: number[] = [];
  for (const { start } of cues)
    starts.push(inMilliseconds(Math.max(start, (starts.at(-1) ?? -TICK) + TICK)));
  return cues.map(({ words, ...cue }, index) => {
    const start = starts[index] ?? cue.start;
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const wanted = Math.min(Math.max(cue.end, start + LEAST_SECONDS), start + MOST_SECONDS);
    const end = Math.min(inMilliseconds(wanted), next);
    return { ...cue, start, end, ...(words && { words: words.map(rounded) }) };
  });
}
