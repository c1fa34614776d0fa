import type { Cue, CueWord, SubtitleGap } from "#contract/subtitles.ts";
import {
  type KeptRange,
  lengthOfCut,
  placeOnCut,
  stretchesShown,
  toCut,
  toOriginal,
} from "#contract/timeline.ts";
import { inMilliseconds, rounded, TICK, tidyText } from "./cue.ts";

type Film = readonly KeptRange[];

/** The cues of a subtitle, and the stretches that could not be transcribed. */
export interface Texts {
  cues: Cue[];
  gaps: SubtitleGap[];
}

/** A cue without times of its words goes whole where more of it was removed, in seconds: in doubt nothing is leaked. */
const MOST_REMOVED = 0.1;
const LETTERS = /[\p{L}\p{N}]/u;

/** One cue of a film, or none, and the cues of the original that it was made of. */
interface Image {
  of: Cue[];
  cue: Cue | null;
}

/** The original's cues as the film has them, without a word of what was removed. */
export const cutCues = (cues: readonly Cue[], film: Film): Cue[] =>
  imagesOf(cues, film).flatMap(({ cue }) => cue ?? []);

export const cutGaps = (gaps: readonly SubtitleGap[], film: Film): SubtitleGap[] =>
  gaps
    .map((gap) => ({ ...gap, start: placeOnCut(film, gap.start), end: placeOnCut(film, gap.end) }))
    .filter(({ start, end }) => end - start > TICK);

export const cutTexts = ({ cues, gaps }: Texts, film: Film): Texts => ({
  cues: cutCues(cues, film),
  gaps: cutGaps(gaps, film),
});

/** The cues of a film as its owner sees them: also those that were removed, where the cut is. */
export function withRemoved(shown: readonly Cue[], original: readonly Cue[], film: Film): Cue[] {
  const removed = imagesOf(original, film).flatMap(({ of, cue }) =>
    cue ? [] : of.map(({ start, text }) => ({ ...seamOf(start, film), text, removed: true })),
  );
  return [...removed, ...shown].sort((one, other) => one.start - other.start);
}

/** The original's cues, after those of the film were written: each that was left as it was keeps its removed words. */
export function originalCues(original: readonly Cue[], shown: readonly Cue[], film: Film): Cue[] {
  const written = Map.groupBy(shown, keyOf);
  const kept = imagesOf(original, film).flatMap(({ of, cue }) =>
    cue === null || written.get(keyOf(cue))?.pop() ? of : [],
  );
  const added = [...written.values()].flat().flatMap((cue) => onOriginal(cue, film));
  return [...kept, ...added].sort((one, other) => one.start - other.start || one.end - other.end);
}

/** The text of a removed part, at its time in the original: who sends it looks at another film. */
export function hasRemoved(sent: readonly Cue[], original: readonly Cue[], film: Film): boolean {
  const removed = imagesOf(original, film).flatMap(({ of, cue }) =>
    cue?.text === of[0]?.text ? [] : of.map(keyOf),
  );
  const known = new Set(removed);
  return sent.some((cue) => known.has(keyOf(cue)));
}

/** Cues of former versions may have another spelling of é. */
export const keyOf = ({ start, end, text }: Cue) => `${start} ${end} ${text.normalize("NFC")}`;

function imagesOf(cues: readonly Cue[], film: Film): Image[] {
  const images: Image[] = [];
  let last: Image | undefined;
  for (const original of cues) {
    const cue = cutCue(original, film);
    if (cue && last?.cue && isContinued(last, original, cue)) {
      last.of.push(original);
      last.cue = { ...last.cue, end: cue.end };
      continue;
    }
    const image = { of: [original], cue };
    images.push(image);
    if (cue) last = image;
  }
  return images;
}

/** A cue that was written over a seam lies in the original on both sides of what was removed. */
function isContinued({ of, cue: before }: Image, original: Cue, cue: Cue): boolean {
  const distance = cue.start - (before?.end ?? 0);
  return (
    before?.text === cue.text &&
    !(before.words || cue.words) &&
    Math.abs(distance) < 2 * TICK &&
    original.start - (of.at(-1)?.end ?? 0) > distance + TICK
  );
}

function cutCue(cue: Cue, film: Film): Cue | null {
  const removed = removedSeconds(cue, film);
  if (removed < TICK / 2 && isKept(cue, film)) return moved(cue, film);
  const said = wordsIn(cue);
  if (said) return withoutRemoved(cue, said, film);
  return removed > MOST_REMOVED + TICK / 2 || cue.end - cue.start - removed < TICK
    ? null
    : moved(cue, film);
}

const removedSeconds = ({ start, end }: KeptRange, film: Film): number =>
  end - start - (placeOnCut(film, end) - placeOnCut(film, start));

/** Of a word that is hardly touched most is heard; one without a length is where it begins. */
function isKept({ start, end }: KeptRange, film: Film): boolean {
  if (end - start < TICK) return toCut(film, start) !== null;
  return (
    removedSeconds({ start, end }, film) <= Math.min(MOST_REMOVED, (end - start) / 2) + TICK / 2
  );
}

function withoutRemoved(cue: Cue, { words, between }: Said, film: Film): Cue | null {
  const kept = words.flatMap((word, at) => (isKept(word, film) ? [at] : []));
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined) return null;
  const parts = kept.map((at, n) => {
    const gaps = between.slice(n === 0 ? at : (kept[n - 1] ?? 0) + 1, at + 1);
    return spaceOf(n === 0 && at > 0 ? [] : gaps) + (words[at]?.text.trim() ?? "");
  });
  const isWhole = last === words.length - 1;
  const text = tidyText(parts.join("") + (isWhole ? (between.at(-1) ?? "") : ""));
  return moved(
    {
      start: first === 0 ? cue.start : (words[first]?.start ?? cue.start),
      end: isWhole ? cue.end : (words[last]?.end ?? cue.end),
      text,
      words: kept.flatMap((at) => words[at] ?? []),
    },
    film,
  );
}

/** Between neighbours as it was; where words went, a line break or a space if there was one. */
function spaceOf(gaps: readonly string[]): string {
  if (gaps.length <= 1) return gaps[0] ?? "";
  const all = gaps.join("");
  if (all.includes("\n")) return "\n";
  return /\s/.test(all) ? " " : "";
}

interface Said {
  words: CueWord[];
  /** Before the first word, between each two, and after the last. */
  between: string[];
}

/** The words in the text; null where not all of the text has a time. */
function wordsIn({ text, words = [] }: Cue): Said | null {
  const between: string[] = [];
  let at = 0;
  for (const word of words) {
    const found = text.indexOf(word.text.trim(), at);
    if (found < 0) return null;
    between.push(text.slice(at, found));
    at = found + word.text.trim().length;
  }
  between.push(text.slice(at));
  return words.length === 0 || between.some((gap) => LETTERS.test(gap)) ? null : { words, between };
}

function moved(cue: Cue, film: Film): Cue {
  const words = cue.words?.map((word) => ({ ...word, ...placed(word, film) }));
  return { ...cue, ...lasting(placed(cue, film)), ...(words && { words }) };
}

/** At least as long as anything can be shown. */
const lasting = ({ start, end }: KeptRange): KeptRange => ({
  start,
  end: Math.max(end, inMilliseconds(start + TICK)),
});

const placed = ({ start, end }: KeptRange, film: Film): KeptRange =>
  rounded({ start: placeOnCut(film, start), end: placeOnCut(film, end) });

const seamOf = (at: number, film: Film): KeptRange => placed({ start: at, end: at }, film);

/** A cue of the film in the original; one over a seam whose words have no times is divided there. */
function onOriginal(cue: Cue, film: Film): Cue[] {
  const { words, ...plain } = cue;
  if (words && wordsIn(cue)) {
    const said = words.map((word) => ({ ...word, ...longestOf(piecesOf(word, film)) }));
    return [{ ...plain, ...around(cue, film), words: said }];
  }
  const pieces = piecesOf(cue, film);
  const isLong = (piece: KeptRange) => lengthOf(piece) > MOST_REMOVED;
  // Short ends go, but nothing between: the pieces would not touch each other on the cut.
  const long = pieces.slice(pieces.findIndex(isLong), pieces.findLastIndex(isLong) + 1);
  return (long.length > 0 ? long : [longestOf(pieces)]).map((piece) => ({
    ...plain,
    ...lasting(piece),
  }));
}

const lengthOf = ({ start, end }: KeptRange) => end - start;

const longestOf = (pieces: [KeptRange, ...KeptRange[]]): KeptRange =>
  pieces.reduce((longest, piece) => (lengthOf(piece) > lengthOf(longest) ? piece : longest));

/** Times are rounded: what ends at a seam ends before the removed part, and what begins there begins behind it. */
function around({ start, end }: KeptRange, film: Film): KeptRange {
  const begins = Math.max(0, inMilliseconds(toOriginal(film, start + TICK) - TICK));
  return {
    start: begins,
    end: Math.max(begins + TICK, inMilliseconds(toOriginal(film, end - TICK) + TICK)),
  };
}

/** The stretches of the original that a stretch of the film shows. */
function piecesOf(shown: KeptRange, film: Film): [KeptRange, ...KeptRange[]] {
  const pieces = stretchesShown(film, shown)
    .map(rounded)
    .filter(({ start, end }) => end > start);
  const [first, ...others] = pieces;
  if (first) return [first, ...others];
  const { start, end } = shown;
  const beyond = Math.max(0, start - lengthOfCut(film));
  const at = inMilliseconds(toOriginal(film, start) + beyond);
  return [{ start: at, end: inMilliseconds(at + end - start) }];
}
