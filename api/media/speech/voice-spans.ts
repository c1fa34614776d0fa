/** A stretch in which somebody speaks; seconds. */
export interface Span {
  start: number;
  end: number;
}

/** Speech begins above the one, and goes on above the other: what hesitates between them does not flicker. */
const OPENS = 0.5;
const HOLDS = 0.35;
/** Seconds: a shorter pause is breath, and what is shorter than this is a click. */
const BREATH = 0.3;
const SHORTEST = 0.15;

export class VoiceSpans {
  #start: number | undefined;
  #lastHeard = 0;

  /** The likelihood for the time from `start` to `end`; answers a stretch that is over now. */
  add(likelihood: number, start: number, end: number): Span | undefined {
    if (this.#start === undefined) {
      if (likelihood < OPENS) return undefined;
      this.#start = start;
      this.#lastHeard = end;
    } else if (likelihood >= HOLDS) this.#lastHeard = end;
    else if (end - this.#lastHeard > BREATH) return this.finish();
    return undefined;
  }

  finish(): Span | undefined {
    const [start, end] = [this.#start, this.#lastHeard];
    this.#start = undefined;
    return start !== undefined && end - start >= SHORTEST ? { start, end } : undefined;
  }
}
