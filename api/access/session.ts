import { createMiddleware } from "hono/factory";
import type { AppEnv, Base } from "#api/http/context.ts";
import { unauthorized } from "#api/http/errors.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import { TokenError } from "#api/platform/keys.ts";

const LOG_IN = "Please log in.";

type Deps = Pick<Base, "keys" | "database"> & { takeToken: TakeToken };

/** Over all that an account changes, whatever narrower limits say: five a second, for ten minutes. */
const writes: Limit = {
  name: "write:account",
  capacity: 3000,
  period: 600,
  message: "You are doing very much in a short time. Please wait a moment and try again.",
};

/** An account asks, and `db` is the database as it sees it. */
export interface SignedIn extends AppEnv {
  Variables: AppEnv["Variables"] & { caller: Account; db: Db };
}

type Account = Caller & { sub: string; sid: string };

/** Reads the session from the Authorization header; the database checks that it still stands. */
export const signedIn = ({ keys, database, takeToken }: Deps) =>
  createMiddleware<SignedIn>(async (c, next) => {
    const token = bearer(c.req.header("Authorization"));
    if (!token) throw unauthorized(LOG_IN);
    const caller = await callerOf(keys, token);
    await countWrite(takeToken, c.req.method, caller);
    c.set("caller", caller);
    c.set("db", database.as(caller));
    await next();
  });

/** Reading is never counted: it would cost a round trip, and changes nothing. */
export async function countWrite(takeToken: TakeToken, method: string, { sub }: Caller) {
  const isWrite = method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
  if (isWrite && sub) await takeToken(writes, sub);
}

/** The database says who is an admin, on every request. */
export function adminsOnly(deps: Deps) {
  const session = signedIn(deps);
  return createMiddleware<SignedIn>((c, next) =>
    session(c, async () => {
      await c.var.db((sql) => sql`select app.assert_admin()`);
      await next();
    }),
  );
}

/** Stands behind a guard that lets in links, too: reading needs a link, writing needs an account. */
export const withAccount = createMiddleware<SignedIn>(async (c, next) => {
  const caller: Caller = c.var.caller;
  if (!caller.sub) throw unauthorized(LOG_IN);
  await next();
});

export async function callerOf(keys: Deps["keys"], token: string): Promise<Account> {
  try {
    const { sub, sid } = await keys.verify("session", token);
    return { role: "authenticated", sub, sid };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw unauthorized("Session expired. Please log in again.", "session_expired");
  }
}

export function bearer(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
}
