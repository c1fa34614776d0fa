import type { KeptRange } from "#contract/timeline.ts";

/** Room beside the film, for the handles. */
const EDGE_PX = 20;
/** The most of the screen that a second may take. */
const WIDEST_SECOND = 240;
/** The pull of a pause on an edge that is dragged: so near, and never farther than so many seconds. */
const PULL_PX = 9;
const LONGEST_PULL = 0.4;
const CLEAR_PX = 72;
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600];

/** Where the seconds of a film lie on the screen. */
export type Scale = ReturnType<typeof scaleOf>;

export const scaleOf = (duration: number, width: number, zoom: number) => ({
  duration,
  /** Pixels of a second. */
  second: (Math.max(1, width - 2 * EDGE_PX) * zoom) / Math.max(duration, 0.001),
});

export const placeOf = ({ second }: Scale, seconds: number) => EDGE_PX + seconds * second;

export const secondsAt = ({ second, duration }: Scale, x: number) =>
  Math.min(duration, Math.max(0, (x - EDGE_PX) / second));

export const widthOf = ({ duration, second }: Scale) => 2 * EDGE_PX + duration * second;

/** So near that pictures can be told apart; a short film needs no zoom. */
export const mostZoom = (duration: number, width: number) =>
  Math.max(1, (WIDEST_SECOND * duration) / Math.max(1, width));

/** The seconds to write above the film, none of them upon another. */
export function ticksOf({ second, duration }: Scale, from: number, to: number): number[] {
  const step = steps.find((step) => step * second >= CLEAR_PX) ?? 7200;
  const first = Math.max(0, Math.floor(from / step));
  const last = Math.floor(Math.min(to, duration) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step);
}

/** An edge that is dragged near to where a pause begins or ends goes there. */
export function snapped(scale: Scale, at: number, pauses: readonly KeptRange[]): number {
  const reach = Math.min(LONGEST_PULL, PULL_PX / scale.second);
  const away = (edge: number) => Math.abs(edge - at);
  const near = pauses
    .flatMap(({ start, end }) => [start, end])
    .filter((edge) => away(edge) <= reach);
  return near.sort((one, other) => away(one) - away(other))[0] ?? at;
}
