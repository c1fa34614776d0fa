import type { Db } from "#api/platform/database.ts";

/** Plans that were given until a day go back to what was there before. */
export const endGifts = (service: Db) => service`select private.end_gifts()`;
