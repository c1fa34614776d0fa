import type { CueWord } from "#contract/subtitles.ts";

/** Scripts that write their words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SOUNDS = /[\p{L}\p{N}]/u;
const OPENS = /[\p{Ps}\p{Pi}]$/u;

/** A piece of text that a line break never divides. */
export interface Token extends CueWord {
  /** Whether a space stands before the token when another one precedes it. */
  isApart: boolean;
}

/** The words of a stretch as they are written, each with its time as exactly as that is known. */
export function timeWords(said: CueWord, words: readonly CueWord[], language: string): Token[] {
  const within = words.filter(({ start, end }) => {
    const middle = (start + end) / 2;
    return middle >= said.start && middle < said.end;
  });
  const timeline = timelineOf(within.length > 0 ? within : [said]);
  const tokens = tokensOf(said.text, language);
  const letters = tokens.map(({ text }) => lengthOf(text));
  const total = letters.reduce((sum, count) => sum + count, 0);
  let passed = 0;
  return tokens.map((token, index) => {
    const start = timeline.at(passed / total, "after");
    passed += letters[index] ?? 0;
    const end = Math.max(start, timeline.at(passed / total, "before"));
    return { ...token, start, end };
  });
}

/** Engines spell single words and whole sentences differently: only letters are counted, as shares of all letters. */
function timelineOf(pieces: readonly CueWord[]) {
  const lengths = pieces.map(({ text }) => lengthOf(text));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    /** The time at a share of the letters; between two words, the end of the first or the beginning of the second. */
    at(share: number, side: "before" | "after"): number {
      const place = share * total;
      let passed = 0;
      for (const [index, piece] of pieces.entries()) {
        const length = lengths[index] ?? 0;
        const isLast = index === pieces.length - 1;
        const isInside =
          side === "after" ? place < passed + length - HAIR : place <= passed + length + HAIR;
        if (isInside || isLast) {
          const fraction = Math.min(1, Math.max(0, (place - passed) / length));
          return piece.start + (piece.end - piece.start) * fraction;
        }
        passed += length;
      }
      return 0;
    },
  };
}

/** The largest error that adding up fractions may cause. */
const HAIR = 1e-6;

function lengthOf(text: string): number {
  let count = 0;
  for (const letter of text) if (SOUNDS.test(letter)) count++;
  return Math.max(1, count);
}

type Written = Pick<Token, "text" | "isApart">;

function tokensOf(text: string, language: string): Written[] {
  const tokens: Written[] = [];
  // A space that must not break counts as a letter.
  for (const chunk of text.split(/[ \t\r\n]+/).filter((piece) => piece !== "")) {
    const pieces = UNSPACED.test(chunk) ? segmentsOf(chunk, language) : [chunk];
    for (const [index, piece] of pieces.flatMap(withinLength).entries())
      join(tokens, { text: piece, isApart: index === 0 });
  }
  return tokens;
}

/** No language has longer words: they come from an engine that repeats itself, and could not be read or kept. */
const LONGEST_WORD = 100;

function withinLength(word: string): string[] {
  if (word.length <= LONGEST_WORD) return [word];
  const signs = [...word];
  const pieces = Math.ceil(signs.length / MOST_WITH_SPACES);
  return Array.from({ length: pieces }, (_, piece) =>
    signs.slice(piece * MOST_WITH_SPACES, (piece + 1) * MOST_WITH_SPACES).join(""),
  );
}

/** A token that was joined over spaces up to this length still fits into a line. */
const MOST_WITH_SPACES = 40;

/** A sign belongs to the word that it closes or opens; and a number may be written with spaces. */
function join(tokens: Written[], next: Written): void {
  const last = tokens.at(-1);
  const hasRoom = last && last.text.length + next.text.length < MOST_WITH_SPACES;
  const isNumber =
    hasRoom && next.isApart && /\d$/.test(last.text) && /^\d{3}(?!\d)/.test(next.text);
  const isSign = hasRoom && !SOUNDS.test(next.text) && !OPENS.test(next.text);
  const isOpened = hasRoom && OPENS.test(last.text);
  if (isNumber || isSign || isOpened) last.text += (next.isApart ? " " : "") + next.text;
  else tokens.push({ ...next });
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmentsOf(text: string, language: string): string[] {
  const segmenter =
    segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: "word" });
  segmenters.set(language, segmenter);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
