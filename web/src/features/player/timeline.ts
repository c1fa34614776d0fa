export type Mark =
  | { kind: "comment"; id: string; time: number; says?: { author: string; text: string } }
  | { kind: "reaction"; time: number }
  | { kind: "chapter"; time: number; title: string };

export interface Dot {
  time: number;
  comments: Extract<Mark, { kind: "comment" }>[];
}

/** Comments on the seek bar; those that would touch share a dot. `gap` is a fraction of the bar. */
export function dotsOf(marks: readonly Mark[], reach: number, gap = 0.012): Dot[] {
  const comments = marks
    .filter((mark) => mark.kind === "comment")
    .filter(({ time }) => time <= reach)
    .sort((one, other) => one.time - other.time);
  const dots: Dot[] = [];
  for (const comment of comments) {
    const last = dots.at(-1);
    if (last && comment.time - last.time < gap * reach) last.comments.push(comment);
    else dots.push({ time: comment.time, comments: [comment] });
  }
  return dots;
}

/** The dot under the pointer, so that a press beside it still lands on it. */
export function dotNear(dots: readonly Dot[], time: number, within: number) {
  const distance = (dot: Dot) => Math.abs(dot.time - time);
  const [nearest] = [...dots].sort((one, other) => distance(one) - distance(other));
  return nearest && distance(nearest) <= within ? nearest : undefined;
}

export function chapterAt(marks: readonly Mark[], time: number): string | undefined {
  return marks
    .filter((mark) => mark.kind === "chapter")
    .sort((one, other) => one.time - other.time)
    .findLast((chapter) => chapter.time <= time)?.title;
}

const BINS = 96;
/** In bins: each reaction is a soft hill rather than a needle. */
const SOFTNESS = 2.2;

/** The density of reactions along the video: heights of 0…1, or none where nobody reacted at a moment. */
export function densityOf(marks: readonly Mark[], reach: number): number[] {
  const times = marks.filter(({ kind, time }) => kind === "reaction" && time <= reach);
  if (times.length === 0 || reach <= 0) return [];
  const hills = Array.from({ length: BINS + 1 }, (_, bin) =>
    times.reduce((sum, { time }) => sum + hill(bin - (time / reach) * BINS), 0),
  );
  return heightsOf(hills);
}

/** Each of these against the highest; none where all are nothing, as of a film that nobody has seen. */
export function heightsOf(all: readonly number[]): number[] {
  const most = Math.max(0, ...all);
  return most > 0 ? all.map((one) => one / most) : [];
}

const hill = (distance: number) => Math.exp(-(distance ** 2) / (2 * SOFTNESS ** 2));

/** The curve as an SVG path over a box of 100 × 100 whose bottom is the bar. */
export function densityPath(heights: readonly number[]) {
  if (heights.length < 2) return "";
  const step = 100 / (heights.length - 1);
  const points = heights.map((height, at) => `L${round(at * step)} ${round(100 - height * 100)}`);
  return `M0 100${points.join("")}L100 100Z`;
}

const round = (value: number) => Math.round(value * 100) / 100;

export function percentOf(time: number, reach: number) {
  if (!(reach > 0)) return 0;
  return Math.min(100, Math.max(0, (time / reach) * 100));
}
