import type { Database } from "#api/platform/database.ts";
import { networkOf } from "./address.ts";
import { tooMany } from "./errors.ts";

export interface Limit {
  /** What is limited, e.g. `login:address`. */
  name: string;
  capacity: number;
  /** Seconds in which an empty bucket is full again. */
  period: number;
  /** What is said to whom it stops; the usual words speak of attempts. */
  message?: string;
}

const ATTEMPTS = "Too many attempts. Please wait a moment and try again.";

export type TakeToken = (limit: Limit, subject: string) => Promise<void>;

/** One round trip, shared by all processes: the buckets are in Postgres. */
export const rateLimits = (database: Database): TakeToken => {
  const db = database.asService("rate limits concern callers who are not known yet");
  return async (limit, subject) => {
    const bucket = `${limit.name}:${networkOf(subject).toLowerCase()}`;
    const [row] = await db(
      (sql) => sql<{ wait: number }[]>`
        select private.take_token(${bucket}, ${limit.capacity}, make_interval(secs => ${limit.period})) as wait
      `,
    );
    if (row && row.wait > 0) throw tooMany(limit.message ?? ATTEMPTS, row.wait);
  };
};
