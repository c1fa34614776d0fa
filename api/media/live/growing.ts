/** A place where a player can begin, given the bytes before the first of them. */
export interface Point {
  /** In what viewers are given. */
  byte: number;
  seconds: number;
}

/** The facts about a file that still grows, learned from its bytes so far. */
export interface Growing {
  /** Takes the next bytes as they arrived, and gives what of them viewers get. Throws `NotAppendable`. */
  push(bytes: Uint8Array): Uint8Array[];
  /** With the codecs that are in it; null until the head is whole. */
  mimeType(): string | null;
  /** The bytes before the first place to begin. */
  readonly initBytes: number;
  /** How far it reaches. */
  readonly seconds: number;
  /** Where those bytes can be made again from; the places to begin are among them. */
  readonly points: readonly (Point & { state: Resume })[];
  /** The bytes that wait for the rest of theirs. */
  readonly held: number;
  /** A second one like it, which goes on from a place and whose bytes count from there. */
  resume(state: Resume): Pick<Growing, "push">;
}

/** All that has to be known to go on from a place in the middle. */
export interface Resume {
  /** In the file as it arrives. */
  source: number;
  /** The last time that a cluster of the file said. */
  time: number;
}

const MOST_POINTS = 5_000;

/** A recording may run for days: of too many places, every second one is let go. */
export function addPoint<Place extends Point>(points: Place[], point: Place): void {
  if (points.length >= MOST_POINTS)
    points.splice(0, points.length, ...points.filter((_, index) => index % 2 === 0));
  points.push(point);
}

/** A player cannot be given this while it grows. */
export class NotAppendable extends Error {}

export const joined = (held: Uint8Array, more: Uint8Array): Uint8Array =>
  held.length === 0 ? more : Buffer.concat([held, more]);
