import { MOST_RANGES, MOST_SECONDS } from "#contract/viewers.ts";

/** From a second of the film to another, truly played. */
type Span = [number, number];

/** What was played and is not told yet. Times are the film's own: at another speed they pass faster. */
export function newWatch() {
  let played: Span[] = [];
  let now: Span | undefined;
  const stops = (at?: number) => {
    if (now) played.push([now[0], Math.max(now[1], at ?? 0)]);
    now = undefined;
  };
  return {
    /** It plays, and has come to this second. */
    plays(at: number) {
      if (!now || at < now[1]) {
        stops();
        now = [at, at];
      }
      now[1] = at;
    },
    /** It plays no more; `at` is where it stopped, unless somebody goes elsewhere. */
    stops,
    /** As much of it as one call may bring; the rest stays. */
    take(film: number): Span[] {
      const goesOnAt = now?.[1];
      stops();
      if (goesOnAt !== undefined) now = [goesOnAt, goesOnAt];
      const all = played.map(([start, end]): Span => [ms(start), ms(Math.min(end, film))]);
      const [taken, rest] = parted(all.filter(([start, end]) => end > start));
      played = rest;
      return taken;
    },
  };
}

const ms = (seconds: number) => Math.floor(seconds * 1000) / 1000;

function parted(spans: readonly Span[]): [Span[], Span[]] {
  const [taken, rest]: [Span[], Span[]] = [[], []];
  let room = MOST_SECONDS;
  for (const [start, end] of spans) {
    const until = taken.length < MOST_RANGES ? ms(Math.min(end, start + room)) : start;
    if (until > start) taken.push([start, until]);
    if (until < end) rest.push([until, end]);
    room -= until - start;
  }
  return [taken, rest];
}
