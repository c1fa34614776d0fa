import type { Media } from "./find-media.ts";

const MILLISECONDS = 5000;
const MOST = 2000;

/**
 * A player asks for many small ranges, and each would ask the policies again. For a few seconds the answer
 * is remembered under the very token that got it. Never for viewers of a link: that may end at any moment.
 */
export class RememberedMedia {
  readonly #answers = new Map<string, { id: string; media: Media; until: number }>();

  find(id: string, token: string | undefined): Media | undefined {
    if (!token) return undefined;
    const answer = this.#answers.get(token);
    return answer?.id === id && answer.until > Date.now() ? answer.media : undefined;
  }

  keep(id: string, token: string | undefined, media: Media): void {
    if (!token || media.status === "recording") return; // it grows
    this.#answers.delete(token);
    this.#answers.set(token, { id, media, until: Date.now() + MILLISECONDS });
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
