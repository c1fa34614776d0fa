import type { Block } from "./capture/read-blocks.ts";

/** How far a recording has come beside the recorder's own clock, in milliseconds. */
export interface Flow {
  picture: Line;
  sound: Line | null;
  now: number;
  /** The encoder's distance behind that clock, now and at best: the time before its first picture is not there. */
  lag: number;
  leastLag: number;
}

interface Line {
  reach: number;
  holes: { from: number; to: number }[];
  /** This much is kept, since this time of the clock. */
  kept: number;
  keptAt: number;
}

export type Missing = Line["holes"][number] & { what: Block["of"] | "both" };

const LATE_MS = 2_500;
const BEHIND_MS = 3_000;
/** A screen on which nothing moves still gives a picture a second. */
const TOLERATED_MS = { picture: 2_000, sound: 500 };
const ONE_HOLE_MS = 2_000;
const WORTH_SAYING_MS = { picture: 2_000, sound: 1_000, both: 1_000 };

const line: Line = { reach: 0, holes: [], kept: 0, keptAt: 0 };

export const startFlow = (hasSound: boolean): Flow => ({
  picture: line,
  sound: hasSound ? line : null,
  now: 0,
  lag: 0,
  leastLag: Number.POSITIVE_INFINITY,
});

/** The encoder gave these. Null where nobody can read what it gave, which is taken for all there was. */
export function encoded(flow: Flow, blocks: Block[] | null, now: number): Flow {
  const follow = (of: Line, what: Block["of"]) =>
    blocks?.filter((block) => block.of === what).reduce(add, of) ?? { ...of, reach: now };
  const picture = follow(flow.picture, "picture");
  const sound = flow.sound && follow(flow.sound, "sound");
  // A hidden window gives no picture at all: then the sound says whether the encoder keeps up.
  const front = picture === flow.picture && sound ? sound : picture;
  const next = { ...flow, picture, sound, now: Math.max(flow.now, now) };
  if (front === flow.picture || front === flow.sound) return next;
  const leastLag = Math.min(flow.leastLag, Math.max(0, now - reachOf(next)));
  return { ...next, lag: now - front.reach, leastLag };
}

function add(line: Line, { of, at, lasts }: Block): Line {
  const isHole = at - line.reach > TOLERATED_MS[of];
  const holes = isHole ? joined(line.holes, { from: line.reach, to: at }) : line.holes;
  // Sound that was late is stamped with the time at which it came, all at once.
  const begin = isHole || of === "picture" ? at : Math.min(at, line.reach);
  return { ...line, holes, reach: Math.max(line.reach, begin + lasts) };
}

/** Holes with hardly anything between them are one. */
function joined(holes: Line["holes"], hole: Line["holes"][number]): Line["holes"] {
  const last = holes.at(-1);
  if (!last || hole.from - last.to > ONE_HOLE_MS) return [...holes, hole];
  return [...holes.slice(0, -1), { from: last.from, to: hole.to }];
}

export function keep(flow: Flow, until: Flow): Flow {
  const upTo = (of: Line, { reach }: Line): Line =>
    reach > of.kept ? { ...of, kept: reach, keptAt: flow.now } : of;
  const sound = flow.sound && until.sound && upTo(flow.sound, until.sound);
  return { ...flow, picture: upTo(flow.picture, until.picture), sound };
}

export const reachOf = ({ picture, sound }: Flow) => Math.max(picture.reach, sound?.reach ?? 0);
export const keptOf = ({ picture, sound }: Flow) => Math.max(picture.kept, sound?.kept ?? 0);

/** The part that does not arrive, and since which moment of the recording. */
export function lateOf(flow: Flow): { what: Missing["what"]; since: number } | null {
  const { picture, sound, now } = flow;
  const isLate = (of: Line) => now - of.keptAt >= LATE_MS;
  if (sound && isLate(sound) && isLate(picture)) return { what: "both", since: keptOf(flow) };
  if (isLate(picture)) return { what: "picture", since: picture.kept };
  return sound && isLate(sound) ? { what: "sound", since: sound.kept } : null;
}

export const isBehind = ({ lag, sound }: Flow) =>
  lag > BEHIND_MS ||
  (sound?.holes.at(-1)?.to ?? Number.NEGATIVE_INFINITY) > (sound?.reach ?? 0) - ONE_HOLE_MS;

/** The parts that the recording lacks of the time it took. */
export function missingOf(flow: Flow, elapsed: number): Missing[] {
  const { picture, sound } = flow;
  const end = reachOf(flow);
  const began = Math.min(flow.leastLag, elapsed);
  const all = sound ? "both" : "picture";
  const of = (what: Block["of"], { holes, reach }: Line): Missing[] =>
    [...holes, { from: reach, to: end }].map((hole) => ({ what, ...hole }));
  return [
    { what: all, from: 0, to: began } as const,
    ...of("picture", picture),
    ...(sound ? of("sound", sound) : []),
    { what: all, from: end, to: elapsed - began } as const,
  ].filter(({ what, from, to }) => to - from >= WORTH_SAYING_MS[what]);
}
