import { tooMany } from "#api/http/errors.ts";
import { Latest } from "#api/platform/latest.ts";
import type { Limit } from "./rate-limit.ts";

const MOST_SUBJECTS = 10_000;

/**
 * A limit for what comes so often that a round trip for each would cost more than the answer: this process
 * counts for itself. Whom it has not heard of for longest it forgets.
 */
export class Pace {
  readonly #buckets = new Latest<{ tokens: number; at: number }>(MOST_SUBJECTS);

  constructor(private readonly limit: Omit<Limit, "name"> & { message: string }) {}

  take(subject: string, now = performance.now()): void {
    const { capacity, period, message } = this.limit;
    const perSecond = capacity / period;
    const { tokens, at } = this.#buckets.get(subject) ?? { tokens: capacity, at: now };
    const left = Math.min(capacity, tokens + ((now - at) / 1000) * perSecond);
    if (left < 1) throw tooMany(message, (1 - left) / perSecond);
    this.#buckets.set(subject, { tokens: left - 1, at: now });
  }
}
