import { Latest } from "#api/platform/latest.ts";

/** So many objects are played within an hour by very many people. */
const MOST = 2000;

/** A link is signed for so much longer than asked, and given again as long as that much is left of it. */
export const SPARE_SECONDS = 3600;

/**
 * Each range that a player asks for would sign a new link. A link from before is given again, as long as it is good
 * for the whole time that is asked for: a client that was sent to it goes on asking there.
 */
export class SignedLinks {
  readonly #links = new Latest<{ url: string; until: number }>(MOST);

  constructor(readonly sign: (key: string, seconds: number) => Promise<string | null>) {}

  get = async (key: string, seconds: number): Promise<string | null> => {
    const known = this.#links.get(key);
    if (known && known.until >= Date.now() + seconds * 1000) return known.url;
    const until = Date.now() + (seconds + SPARE_SECONDS) * 1000;
    const url = await this.sign(key, seconds + SPARE_SECONDS);
    if (url === null) this.#links.delete(key);
    else this.#links.set(key, { url, until });
    return url;
  };

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#links.delete(key);
  }
}
