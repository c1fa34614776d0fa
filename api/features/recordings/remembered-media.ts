import { heedChanges } from "#api/http/changed.ts";
import { Latest } from "#api/platform/latest.ts";
import type { Media } from "./find-media.ts";

/** A right that was looked at, and how to look again: a caller may lose it while the bytes are sent. */
export interface OpenMedia {
  /** The id of the recording. */
  id: string;
  media: Media;
  isStillOpen: () => Promise<boolean>;
}

export interface Remembered extends OpenMedia {
  token: string;
  until: number;
}

const MILLISECONDS = 5000;
const MOST = 2000;

/**
 * A player asks for many small ranges, and each would ask the policies again. For a few seconds the answer
 * is remembered under the very token that got it. Never for people who may not edit: a link may end at any moment,
 * and another film may be shown.
 */
export class RememberedMedia {
  readonly #answers = new Latest<Remembered>(MOST);

  constructor() {
    heedChanges((id) => this.forget(id));
  }

  find(id: string, token: string | undefined): Remembered | undefined {
    if (!token) return undefined;
    const answer = this.#answers.get(token);
    return answer?.id === id && answer.until > Date.now() ? answer : undefined;
  }

  keep(token: string | undefined, open: OpenMedia): void {
    const { status, can_edit } = open.media;
    if (!token || !can_edit || status === "recording") return; // it grows
    this.#answers.set(token, { ...open, token, until: Date.now() + MILLISECONDS });
  }

  /** Deleted or cut here, it is gone here at once. */
  forget(id: string): void {
    for (const [token, answer] of this.#answers) if (answer.id === id) this.#answers.delete(token);
  }
}
