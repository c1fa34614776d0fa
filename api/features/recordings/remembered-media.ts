import type { Media } from "./find-media.ts";

/** A right that was looked at, and how to look again. */
export interface OpenMedia {
  media: Media;
  isStillOpen: () => Promise<boolean>;
}

const MILLISECONDS = 5000;
const MOST = 2000;

/**
 * A player asks for many small ranges, and each would ask the policies again. For a few seconds the answer
 * is remembered under the very token that got it. Never for viewers of a link: that may end at any moment.
 */
export class RememberedMedia {
  readonly #answers = new Map<string, OpenMedia & { id: string; until: number }>();

  find(id: string, token: string | undefined): OpenMedia | undefined {
    if (!token) return undefined;
    const answer = this.#answers.get(token);
    return answer?.id === id && answer.until > Date.now() ? answer : undefined;
  }

  keep(id: string, token: string | undefined, open: OpenMedia): void {
    if (!token || open.media.status === "recording") return; // it grows
    this.#answers.delete(token);
    this.#answers.set(token, { ...open, id, until: Date.now() + MILLISECONDS });
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MOST) break;
      this.#answers.delete(oldest);
    }
  }

  /** Deleted here, it is gone here at once. */
  forget(id: string): void {
    for (const [token, answer] of this.#answers) if (answer.id === id) this.#answers.delete(token);
  }
}
