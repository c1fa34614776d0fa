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

/** Bytes that wait for the rest of theirs: they are joined once it is there, and not at each piece that comes. */
export class Waiting {
  bytes = 0;
  #pieces: Uint8Array[] = [];
  #enough = 0;

  /** All that is there; null while it is not enough. */
  add(more: Uint8Array): Uint8Array | null {
    this.bytes += more.length;
    if (this.bytes >= this.#enough) return Buffer.concat([...this.#pieces, more]);
    this.#pieces.push(more.slice()); // it may be a piece of very much
    return null;
  }

  /** The rest is looked at again once there are so many bytes. */
  keep(rest: Uint8Array, enough: number): void {
    this.bytes = rest.length;
    this.#pieces = [rest.slice()];
    this.#enough = enough;
  }
}
