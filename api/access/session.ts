import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv, Base } from "#api/http/context.ts";
import { unauthorized } from "#api/http/errors.ts";
import type { Limit, TakeToken } from "#api/http/limits/rate-limit.ts";
import type { Caller, Db, Sql } from "#api/platform/database.ts";

const LOG_IN = "Please log in.";
const NO_VOICE = "Log in, or enter your name, to take part.";

export type Deps = Pick<Base, "keys" | "database"> & { takeToken: TakeToken };

/** A limit over all changes that an account makes, beside the narrower limits: five a second, for ten minutes. */
const writes: Limit = {
  name: "write:account",
  capacity: 3000,
  period: 600,
  message: "You are doing very much in a short time. Please wait a moment and try again.",
};

/** A request behind a guard; `db` is the database as its caller may see it. */
export interface Entered extends AppEnv {
  Variables: AppEnv["Variables"] & { caller: Caller; db: Db };
}

export type Account = Caller & { sub: string; sid: string };

/** Lets in the caller whom `find` finds, with the database as they may see it. */
export const guard = (
  { database }: Pick<Deps, "database">,
  find: (c: Context<Entered>) => Promise<Caller>,
) =>
  createMiddleware<Entered>(async (c, next) => {
    const caller = await find(c);
    c.set("caller", caller);
    // The audit log notes the address from which a write came. Reading is not noted, unless an admin does it.
    const address = isRead(c.req.method) ? {} : { address: c.var.address() };
    c.set("db", database.as({ ...caller, ...address }));
    await next();
  });

/** Reads the session from the Authorization header; the database checks that it still stands. */
export const signedIn = (deps: Deps) =>
  guard(deps, async (c) => {
    const token = bearer(c.req.header("Authorization"));
    if (!token) throw unauthorized(LOG_IN);
    const caller = await callerOf(deps.keys, token);
    await countWrite(deps.takeToken, c.req.method, caller);
    return caller;
  });

/** Reading is never counted: it would cost a round trip, and changes nothing. */
export async function countWrite(takeToken: TakeToken, method: string, { sub }: Caller) {
  if (!isRead(method) && sub) await takeToken(writes, sub);
}

const isRead = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

/** The same check again, for an answer that takes long to leave. */
export const isStillAdmin = (db: Db) => db`select app.assert_admin()`.then(() => true);

/** The database says who is an admin, on every request. */
export function onlyIf(deps: Deps, assert: (sql: Sql) => Promise<unknown>) {
  const session = signedIn(deps);
  return createMiddleware<Entered>((c, next) =>
    session(c, async () => {
      // Reads by an admin are noted in the audit log, too, with the address they came from.
      const address = c.var.address();
      c.set("db", deps.database.as({ ...c.var.caller, address }));
      await c.var.db(assert);
      await next();
    }),
  );
}

/** Stands behind a guard that lets in links, too: reading needs a link, writing needs an account. */
export const withAccount = createMiddleware<Entered>(async (c, next) => {
  if (!c.var.caller.sub) throw unauthorized(LOG_IN);
  await next();
});

/** As `withAccount`, or with the name of a guest: the database says whether that is still good here. */
export const withVoice = createMiddleware<Entered>(async (c, next) => {
  const { caller, db } = c.var;
  if (!caller.sub) {
    if (!caller.guest) throw unauthorized(NO_VOICE, "guest_unknown");
    await db`select app.assert_voice()`;
  }
  await next();
});

export async function callerOf(keys: Deps["keys"], token: string): Promise<Account> {
  const claims = await keys.read("session", token);
  if (!claims) throw unauthorized("Session expired. Please log in again.", "session_expired");
  return { role: "authenticated", sub: claims.sub, sid: claims.sid };
}

export function bearer(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
}
