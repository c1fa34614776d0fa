import type { CueWord } from "#contract/subtitles.ts";

/** Scripts that write their words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SOUNDS = /[\p{L}\p{N}]/u;
const OPENS = /[\p{Ps}\p{Pi}]$/u;

/** What a line or a cue is never broken inside of. */
export interface Token extends CueWord {
  /** Whether a space stands before it when something else does. */
  isApart: boolean;
}

/** The words of what was said, as they are written and when they were said, as well as that is known. */
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
    const { sure } = within.length === tokens.length ? (within[index] ?? said) : said;
    return { ...token, start, end, ...(sure !== undefined && { sure }) };
  });
}

/** Engines spell their words otherwise than their sentences: only letters are counted, and in shares of them all. */
function timelineOf(pieces: readonly CueWord[]) {
  const lengths = pieces.map(({ text }) => lengthOf(text));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    /** On the border of two words either the end of the one or the beginning of the other. */
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

/** What adding up fractions may be beside the truth. */
const HAIR = 1e-6;

function lengthOf(text: string): number {
  let count = 0;
  for (const letter of text) if (SOUNDS.test(letter)) count++;
  return Math.max(1, count);
}

type Written = Pick<Token, "text" | "isApart">;

function tokensOf(text: string, language: string): Written[] {
  const tokens: Written[] = [];
  // A space that must not break is a letter to us.
  for (const chunk of text.split(/[ \t\r\n]+/).filter((piece) => piece !== "")) {
    const pieces = UNSPACED.test(chunk) ? segmentsOf(chunk, language) : [chunk];
    for (const [index, piece] of pieces.flatMap(withinLength).entries())
      join(tokens, { text: piece, isApart: index === 0 });
  }
  return tokens;
}

/** No language has longer words: this is an engine that repeats itself, and could be neither read nor kept. */
const LONGEST_WORD = 100;

function withinLength(word: string): string[] {
  if (word.length <= LONGEST_WORD) return [word];
  const signs = [...word];
  const pieces = Math.ceil(signs.length / MOST_WITH_SPACES);
  return Array.from({ length: pieces }, (_, piece) =>
    signs.slice(piece * MOST_WITH_SPACES, (piece + 1) * MOST_WITH_SPACES).join(""),
  );
}

/** What is put together with spaces still fits into a line. */
const MOST_WITH_SPACES = 40;

/** A sign belongs to what it closes, or to what it opens; and a number may be written with spaces. */
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
