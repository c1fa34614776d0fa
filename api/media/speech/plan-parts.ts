import type { Span } from "./voice-spans.ts";

/** The facts about a recording's sound, once it has been listened to. */
export interface Listened {
  seconds: number;
  spans: Span[];
  /** The loudness, one value for each `levelSeconds`. */
  levels: Float32Array;
  levelSeconds: number;
  /** The bytes of the packets, for each second. */
  bytes: number[];
}

export interface PartLimits {
  seconds: number;
  bytes: number;
  /** A silence of so many seconds ends a piece, however short it is. */
  silence: number;
}

/** Seconds of sound kept around speech, so that no beginning is cut off. */
const AROUND = 0.3;
/** A piece that becomes too long ends at the longest pause in the last fifth of it. */
const LAST_STRETCH = 0.2;

/** The pieces in which somebody speaks, cut at silences; one after the other, without overlaps. */
export function planParts(listened: Listened, limits: PartLimits, from = 0): Span[] {
  const speech = listened.spans.flatMap((span) => splitAtQuiet(span, listened, limits));
  const groups: Span[][] = [];
  for (const span of speech) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (!group || !last || span.start - last.end > limits.silence) groups.push([span]);
    else {
      group.push(span);
      if (!fits(around(group), listened, limits)) groups.push(...splitAtPause(groups.pop() ?? []));
    }
  }
  const whole = { start: from, end: listened.seconds };
  return withRoom(groups.map(around), Math.min(AROUND, limits.silence / 2), whole);
}

export interface PlannedSoFar {
  parts: Span[];
  /** The second from which the next listening begins. */
  heard: number;
}

/** Seconds. Speech that begins so shortly before the end may not have been recognised yet. */
const JUST_NOW = 1;

/** The pieces of a sound that goes on, to which nothing can be added any more. */
export function planSettled(
  listened: Listened,
  limits: PartLimits,
  { start: from, end: arrived }: Span,
): PlannedSoFar {
  const parts = planParts({ ...listened, seconds: arrived }, limits, from);
  const spokenUntil = listened.spans.at(-1)?.end ?? Number.NEGATIVE_INFINITY;
  const isOpen = arrived - spokenUntil <= limits.silence;
  const open = isOpen ? parts.pop() : undefined;
  // Settled pieces are not listened to again, however recent they are.
  const over = parts.at(-1)?.end ?? from;
  return { parts, heard: open?.start ?? Math.max(over, arrived - JUST_NOW) };
}

const around = (group: readonly Span[]): Span => ({
  start: group[0]?.start ?? 0,
  end: group.at(-1)?.end ?? 0,
});

function fits({ start, end }: Span, { bytes }: Listened, limits: PartLimits): boolean {
  const room = 2 * AROUND;
  if (end - start + room > limits.seconds) return false;
  let sum = 0;
  for (let second = Math.floor(start - AROUND); second <= end + AROUND; second++)
    sum += bytes[second] ?? 0;
  return sum <= limits.bytes;
}

/** Two pieces, parted at the longest pause near the end; the second begins with the speech that did not fit. */
function splitAtPause(group: readonly Span[]): [Span[], Span[]] {
  const { start, end } = around(group);
  const earliest = end - (end - start) * LAST_STRETCH;
  let best = group.length - 1;
  let longest = 0;
  for (let index = 1; index < group.length; index++) {
    const pause = (group[index]?.start ?? 0) - (group[index - 1]?.end ?? 0);
    const isLate = (group[index]?.start ?? 0) >= earliest;
    if (isLate && pause > longest) [best, longest] = [index, pause];
  }
  return [group.slice(0, best), group.slice(best)];
}

/** Speech that is longer than a piece may be is cut where it is quietest. */
function splitAtQuiet(span: Span, listened: Listened, limits: PartLimits): Span[] {
  if (fits(span, listened, limits)) return [span];
  const longest = longestFitting(span.start, listened, limits);
  if (longest >= span.end - span.start) return [span];
  const cut = quietest(span.start + longest * (1 - LAST_STRETCH), span.start + longest, listened);
  return [
    { start: span.start, end: cut },
    ...splitAtQuiet({ start: cut, end: span.end }, listened, limits),
  ];
}

function longestFitting(start: number, listened: Listened, limits: PartLimits): number {
  let seconds = limits.seconds - 2 * AROUND;
  while (seconds > 1 && !fits({ start, end: start + seconds }, listened, limits)) seconds *= 0.8;
  return seconds;
}

function quietest(from: number, to: number, { levels, levelSeconds }: Listened): number {
  const first = Math.floor(from / levelSeconds);
  const last = Math.max(first, Math.floor(to / levelSeconds) - 1);
  let best = last;
  for (let index = last; index >= first; index--)
    if ((levels[index] ?? 0) < (levels[best] ?? 0)) best = index;
  return Math.min(to, (best + 0.5) * levelSeconds);
}

/** Pieces with a little of the silence on both sides; where there is less, each has half. */
function withRoom(parts: readonly Span[], room: number, whole: Span): Span[] {
  return parts.map(({ start, end }, index) => {
    const before = parts[index - 1]?.end ?? Number.NEGATIVE_INFINITY;
    const after = parts[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    return {
      start: Math.max(whole.start, start - room, Math.min(start, (before + start) / 2)),
      end: Math.min(Math.max(whole.end, end), end + room, Math.max(end, (end + after) / 2)),
    };
  });
}
