import type { Logger } from "pino";
import { tooMany } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

interface Letter {
  to: string;
  /** Its sender tries again by itself, and shall know that it was not sent. */
  canWait?: boolean;
  /** The letter tells an owner of a change to their account: no stranger's wish may take its place. */
  isWarning?: boolean;
}

const MOST = 10;
const KEPT_FOR_WARNINGS = 2;

/** Ten an hour for an address, of all kinds. Further letters are not sent, and the person who asked is not told: others may have had the ten. */
export const withinBounds =
  <Wanted extends Letter>(send: (letter: Wanted) => Promise<void>, service: Db, log: Logger) =>
  async (letter: Wanted): Promise<void> => {
    // Each of ten places is free again an hour after it was taken.
    const [place] = await service<{ name: string }[]>`
      select name
        from (select 'letter:' || lower(${letter.to}) || ':' || n as name
                from generate_series(1, ${MOST - (letter.isWarning ? 0 : KEPT_FOR_WARNINGS)}::int) n) places
       where private.take_token(name, 1, interval '1 hour') = 0 limit 1
    `;
    if (!place) {
      log.warn("an address has had enough emails within an hour: one more was not sent");
      if (letter.canWait) throw tooMany("This address has had enough emails.", 3600);
      return;
    }
    try {
      await send(letter);
    } catch (error) {
      await service`select private.give_token(${place.name}, 1)`;
      throw error;
    }
  };
