import { type KeptRange, lengthOfCut } from "#contract/timeline.ts";

/** A shorter gap is played, and a shorter island is not: the spare film could not be sought in time. */
const SHORTEST_GAP = 0.1;
const SHORTEST_ISLAND = 0.2;
const FADE_SECONDS = 0.02;
/** The longest time between two looks at the film that plays, in milliseconds. */
const LOOK_MS = 50;
/** A film is sought to the picture before this moment as often as to it. */
const NEARLY = 0.05;

interface Heard {
  time: (seconds: number) => void;
  playing: (isPlaying: boolean) => void;
  /** The film that is to be seen, of the two. */
  front: (index: 0 | 1) => void;
}

export type Preview = ReturnType<typeof newPreview>;

/**
 * Plays an edit from the original, at once. Two elements show the same film: while one plays, the other waits,
 * paused, where the next part begins. At a seam they change places, and their sound fades into each other.
 */
export function newPreview(films: readonly [HTMLVideoElement, HTMLVideoElement], heard: Heard) {
  let front: 0 | 1 = 0;
  let ranges: readonly KeptRange[] = [];
  let isPlaying = false;
  let look: ReturnType<typeof setTimeout> | undefined;
  let wanted: number | undefined;
  let fades: Fades | undefined;
  const shown = () => films[front];
  const spare = () => films[front === 0 ? 1 : 0];
  const rangeAt = (at: number) =>
    ranges.find(({ start, end }) => at >= start - NEARLY && at < end - 0.001);
  const nextStart = (at: number) => ranges.find(({ start }) => start > at)?.start;

  /** Brings the spare film to where it will be needed. It is loaded where there is a seam, and not before. */
  function prepare() {
    const then = nextStart(shown().currentTime);
    // A film that still fades out stays where it is.
    if (then === undefined || !spare().paused) return;
    if (!spare().src) spare().src = shown().src;
    if (Math.abs(spare().currentTime - then) > 0.001) spare().currentTime = then;
  }

  function follow() {
    clearTimeout(look);
    if (!isPlaying) return;
    const at = shown().currentTime;
    const range = rangeAt(at);
    const then = nextStart(at);
    if (range) {
      look = setTimeout(follow, Math.min(LOOK_MS, Math.max(1, (range.end - at) * 1000)));
    } else if (then === undefined) pause();
    else if (spare().src) void change(then);
    else {
      shown().currentTime = then;
      look = setTimeout(follow, LOOK_MS);
    }
  }

  async function change(then: number) {
    const [before, after] = [shown(), spare()];
    if (Math.abs(after.currentTime - then) > 0.001) after.currentTime = then;
    front = front === 0 ? 1 : 0;
    heard.front(front);
    fades?.over(films.indexOf(after));
    await after.play().catch(() => {}); // it was paused meanwhile
    setTimeout(
      () => {
        if (before === shown()) return;
        before.pause();
        prepare();
      },
      FADE_SECONDS * 1000 + 10,
    );
    follow();
  }

  async function play() {
    const at = shown().currentTime;
    const start = rangeAt(at) ? at : (nextStart(at) ?? ranges[0]?.start ?? 0);
    if (start !== at) shown().currentTime = start;
    fades ??= newFades(films);
    fades?.over(front);
    isPlaying = true;
    heard.playing(true);
    await shown()
      .play()
      .catch(() => pause());
    prepare();
    follow();
  }

  function pause() {
    clearTimeout(look);
    if (!isPlaying) return;
    isPlaying = false;
    for (const film of films) film.pause();
    heard.time(shown().currentTime);
    heard.playing(false);
  }

  /** While one place is looked for, only the latest of those that are wished meanwhile is looked for next. */
  function seek(to: number) {
    heard.time(to);
    if (shown().seeking) wanted = to;
    else shown().currentTime = to;
    follow();
  }

  const arrived = () => {
    if (wanted !== undefined) shown().currentTime = wanted;
    else prepare();
    wanted = undefined;
  };
  for (const film of films) film.addEventListener("seeked", arrived);

  return {
    ...{ play, pause, seek },
    toggle: () => (isPlaying ? pause() : void play()),
    now: () => wanted ?? shown().currentTime,
    keep(kept: readonly KeptRange[]) {
      ranges = playable(kept);
      prepare();
      follow();
    },
    close() {
      pause();
      for (const film of films) film.removeEventListener("seeked", arrived);
      fades?.close();
    },
  };
}

/** The edit as it can be played: what is too short to be shown or left out is not. */
export function playable(kept: readonly KeptRange[]): KeptRange[] {
  const joined: KeptRange[] = [];
  for (const { start, end } of kept) {
    const last = joined.at(-1);
    if (last && start - last.end < SHORTEST_GAP) last.end = end;
    else joined.push({ start, end });
  }
  const long = joined.filter((range) => lengthOfCut([range]) >= SHORTEST_ISLAND);
  return long.length > 0 ? long : joined;
}

type Fades = NonNullable<ReturnType<typeof newFades>>;

/** The sound of both films: a hard change from one to the other would click. */
function newFades(films: readonly HTMLVideoElement[]) {
  if (typeof AudioContext === "undefined") return undefined;
  const context = new AudioContext();
  const gains = films.map((film) => {
    const gain = context.createGain();
    context.createMediaElementSource(film).connect(gain).connect(context.destination);
    return gain.gain;
  });
  return {
    over(to: number) {
      void context.resume();
      const now = context.currentTime;
      for (const [index, gain] of gains.entries()) {
        gain.cancelScheduledValues(now);
        gain.setValueAtTime(gain.value, now);
        gain.linearRampToValueAtTime(index === to ? 1 : 0, now + FADE_SECONDS);
      }
    },
    close: () => void context.close(),
  };
}
