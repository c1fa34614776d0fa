import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type KeptRange, lengthOfCut } from "#contract/timeline.ts";
import { newClock } from "#web/lib/clock.ts";

/** A shorter gap is played, and a shorter island is not: the spare film could not be sought in time. */
const SHORTEST_GAP = 0.1;
const SHORTEST_ISLAND = 0.2;
const FADE_SECONDS = 0.02;
/** The longest time between two looks at the film that plays, in milliseconds. */
const LOOK_MS = 50;
/** A film is sought to the picture before this moment as often as to it. */
const NEARLY = 0.05;
/** A part ends so much early: a look that comes late would show a picture that was removed. */
const EARLY = 0.008;
/** A film that is so near to a place stands there. */
const EXACTLY = 0.001;
/** When a film that fades is surely silent, in milliseconds. */
const FADED_MS = 30;

interface Heard {
  time: (seconds: number) => void;
  playing: (isPlaying: boolean) => void;
  /** The film that is to be seen, of the two. */
  front: (index: 0 | 1) => void;
}

type Films = readonly [HTMLVideoElement, HTMLVideoElement];

interface Playing {
  films: Films;
  heard: Heard;
  front: 0 | 1;
  ranges: readonly KeptRange[];
  isPlaying: boolean;
  look?: ReturnType<typeof setTimeout>;
  /** The latest place that was wished while another one was looked for. */
  wanted?: number | undefined;
  fades?: Fades | undefined;
}

/**
 * Plays an edit from the original, at once. Two elements show the same film: while one plays, the other waits,
 * paused, where the next part begins. At a seam they change places, and their sound fades into each other.
 */
export function newPreview(films: Films, heard: Heard) {
  const all: Playing = { films, heard, front: 0, ranges: [], isPlaying: false };
  const arrived = () => {
    if (all.wanted !== undefined) shown(all).currentTime = all.wanted;
    else prepare(all);
    all.wanted = undefined;
  };
  for (const film of films) film.addEventListener("seeked", arrived);
  return {
    play: () => play(all),
    pause: () => pause(all),
    toggle: () => (all.isPlaying ? pause(all) : void play(all)),
    now: () => all.wanted ?? shown(all).currentTime,
    /** While one place is looked for, only the latest of those that are wished meanwhile is looked for next. */
    seek(to: number) {
      heard.time(to);
      if (shown(all).seeking) all.wanted = to;
      else shown(all).currentTime = to;
      follow(all);
    },
    keep(kept: readonly KeptRange[]) {
      all.ranges = playable(kept);
      prepare(all);
      follow(all);
    },
    close() {
      pause(all);
      for (const film of films) film.removeEventListener("seeked", arrived);
      all.fades?.close();
    },
  };
}

const shown = ({ films, front }: Playing) => films[front];
const spare = ({ films, front }: Playing) => films[front === 0 ? 1 : 0];

const rangeAt = ({ ranges }: Playing, at: number) =>
  ranges.find(({ start, end }) => at >= start - NEARLY && at < end - EARLY);

const nextStart = ({ ranges }: Playing, at: number) =>
  ranges.find(({ start }) => start > at)?.start;

/** Brings the spare film to where it will be needed. It is loaded where there is a seam, and not before. */
function prepare(all: Playing) {
  const then = nextStart(all, shown(all).currentTime);
  const film = spare(all);
  // A film that still fades out stays where it is.
  if (then === undefined || !film.paused) return;
  if (!film.src) film.src = shown(all).src;
  if (Math.abs(film.currentTime - then) > EXACTLY) film.currentTime = then;
}

function follow(all: Playing) {
  clearTimeout(all.look);
  if (!all.isPlaying) return;
  const at = shown(all).currentTime;
  const range = rangeAt(all, at);
  const then = nextStart(all, at);
  const again = (ms: number) => {
    all.look = setTimeout(() => follow(all), ms);
  };
  if (range) again(Math.min(LOOK_MS, Math.max(1, (range.end - EARLY - at) * 1000)));
  else if (then === undefined) pause(all);
  else void change(all, then);
}

async function change(all: Playing, then: number) {
  prepare(all);
  const [before, after] = [shown(all), spare(all)];
  if (Math.abs(after.currentTime - then) > EXACTLY) after.currentTime = then;
  all.front = all.front === 0 ? 1 : 0;
  all.heard.front(all.front);
  all.fades?.over(all.front);
  await after.play().catch(() => {}); // it was paused meanwhile
  setTimeout(() => {
    if (before === shown(all)) return;
    before.pause();
    prepare(all);
  }, FADED_MS);
  follow(all);
}

async function play(all: Playing) {
  for (const film of all.films.filter(({ error }) => error)) {
    const { currentTime } = film;
    film.load(); // what the connection broke stays so by itself
    film.currentTime = currentTime;
  }
  const film = shown(all);
  const at = all.wanted ?? film.currentTime;
  // The handle of the end leaves the film at its last picture, from which nothing more would be seen.
  const isOver = at > (all.ranges.at(-1)?.end ?? 0) - NEARLY;
  const next = rangeAt(all, at) && !isOver ? at : nextStart(all, at);
  const start = next ?? all.ranges[0]?.start ?? 0;
  if (start !== at) {
    all.wanted = undefined;
    film.currentTime = start;
  }
  all.fades ??= newFades(all.films);
  all.fades?.over(all.front);
  all.isPlaying = true;
  all.heard.playing(true);
  await film.play().catch(() => pause(all));
  prepare(all);
  follow(all);
}

function pause(all: Playing) {
  clearTimeout(all.look);
  if (!all.isPlaying) return;
  all.isPlaying = false;
  for (const film of all.films) film.pause();
  all.heard.time(shown(all).currentTime);
  all.heard.playing(false);
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
function newFades(films: Films) {
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

/** The two films on the page, and what plays the edit with them. Another address is another film, or the same anew. */
export function usePreview(kept: readonly KeptRange[], duration: number, src: string) {
  const first = useRef<HTMLVideoElement>(null);
  const second = useRef<HTMLVideoElement>(null);
  const preview = useRef<ReturnType<typeof newPreview>>(undefined);
  const [front, setFront] = useState<0 | 1>(0);
  const [isPlaying, setPlaying] = useState(false);
  const [clock] = useState(newClock);

  const begin = useEffectEvent(() => clock.now() || (kept.at(0)?.start ?? 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has two new elements for another address
  useEffect(() => {
    if (!first.current || !second.current) return;
    setFront(0);
    const heard = { time: clock.tell, playing: setPlaying, front: setFront };
    preview.current = newPreview([first.current, second.current], heard);
    preview.current.seek(begin());
    return () => preview.current?.close();
  }, [clock, src]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what plays another address has heard nothing yet
  useEffect(() => preview.current?.keep(kept), [kept, src]);
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function tell() {
      clock.tell(preview.current?.now() ?? 0);
      frame = requestAnimationFrame(tell);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, clock]);

  const seek = (to: number) => preview.current?.seek(Math.min(duration, Math.max(0, to)));
  return {
    ...{ first, second, front, isPlaying, clock, seek },
    toggle: () => preview.current?.toggle(),
    step(by: number) {
      preview.current?.pause();
      seek(clock.now() + by);
    },
  };
}
