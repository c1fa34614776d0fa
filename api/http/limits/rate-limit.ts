import type { Context, Input } from "hono";
import { createMiddleware } from "hono/factory";
import { networkOf, siteOf } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import { tooMany } from "#api/http/errors.ts";
import type { Database, Db } from "#api/platform/database.ts";
import { together } from "#api/platform/together.ts";

export interface Limit {
  /** The kind of act that is limited, e.g. `login:address`. */
  name: string;
  capacity: number;
  /** Seconds in which an empty bucket is full again. */
  period: number;
  /** The text for a caller who is stopped; the usual one speaks of attempts. */
  message?: string;
  /** In the place of that text: what the caller has done, as in "made many links". */
  done?: string;
}

/** A limit over all requests without a session from one network. */
export const visits: Limit = {
  name: "visit:address",
  capacity: 6000,
  period: 600,
  message: "Your network asks very much in a short time. Please wait a moment and try again.",
};

const AGAIN = "Please wait a moment and try again.";
const wordsOf = ({ message, done }: Limit) =>
  message ?? `${done ? `You have ${done} in a short time` : "Too many attempts"}. ${AGAIN}`;

/** Takes a token; the function it returns gives the token back, when the act was refused after all. */
export type TakeToken = (limit: Limit, subject: string) => Promise<() => Promise<void>>;

interface ByAccount {
  Variables: { caller: { sub?: string; guest?: string } };
}

/** A limit on acts of an account: only acts that succeed and that the limit concerns are counted, no refused ones. */
export const within = <Parsed extends Input = Input>(
  limit: Limit,
  takeToken: TakeToken,
  concerns: (c: Context<ByAccount, string, Parsed>) => boolean = () => true,
  ofGuests: Limit = limit,
) =>
  createMiddleware<ByAccount, string, Parsed>(async (c, next) => {
    if (!concerns(c)) return next();
    const { sub, guest = "" } = c.var.caller;
    const giveBack = await (sub ? takeToken(limit, sub) : takeToken(ofGuests, guest));
    await next();
    if (c.res.status >= 400) await giveBack();
  });

/** A limit for calls without an account: all calls from one network count together. */
export const asVisitor = (takeToken: TakeToken) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await takeToken(visits, c.var.address());
    await next();
  });

/** A site as a whole may make as many calls as this number of its networks. */
const NETWORKS_OF_A_SITE = 8;

type Bucket = Pick<Limit, "name" | "capacity" | "period">;

/** In the order of their names, so that two processes never wait for each other in a circle. */
async function waitsFor(db: Db, buckets: Bucket[]): Promise<Map<Bucket, number>> {
  const sorted = buckets.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const column = <Name extends keyof Bucket>(name: Name) => sorted.map((bucket) => bucket[name]);
  const rows = await db<{ wait: number }[]>`
    select private.take_token(name, capacity, make_interval(secs => period)) as wait
      from unnest(${column("name")}::text[], ${column("capacity")}::float8[],
                  ${column("period")}::float8[]) as asked (name, capacity, period)
  `;
  return new Map(sorted.map((bucket, index) => [bucket, rows[index]?.wait ?? 0]));
}

/** One round trip, shared by all processes: the buckets are in Postgres. */
export const rateLimits = (database: Database): TakeToken => {
  const taken = together<Bucket[], Map<Bucket, number>>();
  const db = database.asService("rate limits concern callers who are not known yet");
  return async (limit, subject) => {
    const { name, capacity, period } = limit;
    const site = siteOf(subject);
    const bucket = { name: `${name}:${networkOf(subject).toLowerCase()}`, capacity, period };
    const wide = { name: `${name}:${site}`, capacity: capacity * NETWORKS_OF_A_SITE, period };
    const buckets = site ? [bucket, wide] : [bucket];
    const waits = await taken("", buckets, async (all) => waitsFor(db, all.flat()));
    const wait = Math.max(...buckets.map((one) => waits.get(one) ?? 0));
    if (wait > 0) throw tooMany(wordsOf(limit), wait);
    return async () => {
      await db((sql) =>
        Promise.all(
          buckets.map((one) => sql`select private.give_token(${one.name}, ${one.capacity})`),
        ),
      );
    };
  };
};
