import type { Context, Input } from "hono";
import { createMiddleware } from "hono/factory";
import type { Database } from "#api/platform/database.ts";
import { networkOf, siteOf } from "./address.ts";
import type { AppEnv } from "./context.ts";
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

/** Over all that is asked without a session from one network. */
export const visits: Limit = {
  name: "visit:address",
  capacity: 6000,
  period: 600,
  message: "Your network asks very much in a short time. Please wait a moment and try again.",
};

const ATTEMPTS = "Too many attempts. Please wait a moment and try again.";

/** What comes back gives the token back: the act that it was taken for has been refused. */
export type TakeToken = (limit: Limit, subject: string) => Promise<() => Promise<void>>;

interface ByAccount {
  Variables: { caller: { sub: string } };
}

/** For what an account does: only what is done counts, not what is refused, nor what the limit does not concern. */
export const within = <Parsed extends Input = Input>(
  limit: Limit,
  takeToken: TakeToken,
  concerns: (c: Context<ByAccount, string, Parsed>) => boolean = () => true,
) =>
  createMiddleware<ByAccount, string, Parsed>(async (c, next) => {
    if (!concerns(c)) return next();
    const giveBack = await takeToken(limit, c.var.caller.sub);
    await next();
    if (c.res.status >= 400) await giveBack();
  });

/** For what anybody may ask: all that comes from one network counts together. */
export const asVisitor = (takeToken: TakeToken) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await takeToken(visits, c.var.address());
    await next();
  });

/** So many networks of one site may do at once what one of them may. */
const NETWORKS_OF_A_SITE = 8;

/** One round trip, shared by all processes: the buckets are in Postgres. */
export const rateLimits = (database: Database): TakeToken => {
  const db = database.asService("rate limits concern callers who are not known yet");
  return async ({ name, capacity, period, message }, subject) => {
    const site = siteOf(subject);
    const bucket = { name: `${name}:${networkOf(subject).toLowerCase()}`, capacity };
    const wide = { name: `${name}:${site}`, capacity: capacity * NETWORKS_OF_A_SITE };
    const buckets = site ? [bucket, wide] : [bucket];
    const waits = await db((sql) =>
      Promise.all(
        buckets.map(
          (one) => sql<{ wait: number }[]>`
            select private.take_token(${one.name}, ${one.capacity}, make_interval(secs => ${period})) as wait
          `,
        ),
      ),
    );
    const wait = Math.max(...waits.flat().map((row) => row.wait));
    if (wait > 0) throw tooMany(message ?? ATTEMPTS, wait);
    return async () => {
      await db((sql) =>
        Promise.all(
          buckets.map((one) => sql`select private.give_token(${one.name}, ${one.capacity})`),
        ),
      );
    };
  };
};
