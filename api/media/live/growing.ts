/** A place where a player can begin, given the bytes before the first of them. */
export interface Point {
  /** In what viewers are given. */
  byte: number;
  seconds: number;
}

/** The facts about a file that still grows, learned from its bytes so far. */
export abstract class Growing {
  /** The bytes before the first place to begin. */
  initBytes = 0;
  /** How far it reaches. */
  seconds = 0;
  /** Where the bytes can be made again from; the places to begin are among them. */
  readonly points: (Point & { state: Resume })[] = [];
  /** The place of the first waiting byte in the file as it arrives. */
  protected source = 0;
  protected abstract readonly container: "mp4" | "webm";
  /** The track with the picture; null where there is none. */
  protected picture: number | null = null;
  protected codecs: string[] = [];
  readonly #waiting = new Waiting();

  /** The bytes that wait for the rest of theirs. */
  get held(): number {
    return this.#waiting.bytes;
  }

  /** Takes the next bytes as they arrived, and gives what of them viewers get. Throws `NotAppendable`. */
  push(more: Uint8Array): Uint8Array[] {
    const bytes = this.#waiting.add(more);
    const given: Uint8Array[] = [];
    if (!bytes) return given;
    for (let at = 0; ; ) {
      const piece = this.take(bytes, at, given);
      if ("end" in piece) at = piece.end;
      else {
        this.#waiting.keep(bytes.subarray(at), piece.enough);
        this.source += at;
        return given;
      }
    }
  }

  /** The end of the piece that begins at a byte; of a piece that is not whole yet, the bytes it needs, as far as is known. */
  protected abstract take(
    bytes: Uint8Array,
    at: number,
    given: Uint8Array[],
  ): { end: number } | { enough: number };
  /** A second one like it, which goes on from a place and whose bytes count from there. */
  abstract resume(state: Resume): Pick<Growing, "push">;

  /** With the codecs that are in it; null until the head is whole. */
  mimeType(): string | null {
    if (this.codecs.length === 0) return null;
    const kind = this.picture === null ? "audio" : "video";
    return `${kind}/${this.container}; codecs="${this.codecs.join(",")}"`;
  }

  protected addTrack(id: number, codec: string, isPicture: boolean): void {
    if (this.codecs.length === MOST_TRACKS) throw new NotAppendable();
    if (!isPicture) this.codecs.push(codec);
    else {
      this.picture ??= id;
      this.codecs.unshift(codec);
    }
  }

  /** A recording may run for days: of too many places, every second one is let go. */
  protected addPoint(point: Point & { state: Resume }): void {
    const { points } = this;
    if (points.length >= MOST_POINTS)
      points.splice(0, points.length, ...points.filter((_, index) => index % 2 === 0));
    points.push(point);
  }
}

/** All that has to be known to go on from a place in the middle. */
export interface Resume {
  /** In the file as it arrives. */
  source: number;
  /** The last time that a cluster of the file said. */
  time: number;
}

const MOST_POINTS = 5_000;
const MOST_TRACKS = 8;

/** A number in the name of a codec. */
export const twoDigits = (number: number) => String(number).padStart(2, "0");

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
    this.#pieces.push(new Uint8Array(more)); // a copy: it may be a piece of very much
    return null;
  }

  /** The rest is looked at again once there are so many bytes. */
  keep(rest: Uint8Array, enough: number): void {
    this.bytes = rest.length;
    this.#pieces = [new Uint8Array(rest)];
    this.#enough = enough;
  }
}
