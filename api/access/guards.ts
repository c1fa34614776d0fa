import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Base } from "#api/http/context.ts";
import { unauthorized } from "#api/http/errors.ts";
import { type Limit, type TakeToken, visits } from "#api/http/limits/rate-limit.ts";
import type { Caller, Database, Sql } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { together } from "#api/platform/together.ts";
import { type Account, bearer, type Entered, LOG_IN } from "./session.ts";

type Deps = Pick<Base, "keys" | "database"> & { takeToken: TakeToken };

const guesses: Limit = { name: "share-guess:address", capacity: 300, period: 600 };
/** A limit over all changes that an account makes, beside the narrower limits: five a second, for ten minutes. */
const writes: Limit = {
  name: "write:account",
  capacity: 3000,
  period: 600,
  message: "You are doing very much in a short time. Please wait a moment and try again.",
};

/**
 * The guards of the routes: they decide which callers may enter. Every call has its own, by its contract, never a
 * `use` for many, which would run for every route mounted below, too. Without a guard there is no `c.var.db` to ask.
 */
export function makeGuards(deps: Deps) {
  const signedIn = (c: Context<Entered>) => callerOrNobody(c, deps, undefined);
  return {
    session: guard(deps, signedIn),
    // The database says who is an admin, on every request.
    admin: guard(deps, signedIn, (sql) => sql`select app.assert_admin()`),
    superAdmin: guard(deps, signedIn, (sql) => sql`select app.assert_super_admin()`),
    shared: guard(deps, (c) => callerOrNobody(c, deps, linkOf(c))),
    media: guard(deps, (c) => callerByToken(c, deps)),
    /** The link itself is the address: anybody may call, and the answer is what the link opens for the caller. */
    link: guard(deps, (c) => callerThrough(c, deps, c.req.param("share_token"))),
  };
}

export type Guards = ReturnType<typeof makeGuards>;

/** Lets in the caller whom `find` finds, with the database as they may see it, where that agrees by `assert`. */
const guard = (
  { database }: Deps,
  find: (c: Context<Entered>) => Promise<Caller>,
  assert?: (sql: Sql) => Promise<unknown>,
) =>
  createMiddleware<Entered>(async (c, next) => {
    const caller = await find(c);
    c.set("caller", caller);
    // The audit log notes the address from which a write came. Reading is not noted, unless an admin does it.
    const address = isRead(c.req.method) && !assert ? {} : { address: c.var.address() };
    c.set("db", database.as({ ...caller, ...address }));
    if (assert) await c.var.db(assert);
    await next();
  });

const isRead = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

const linkOf = ({ req }: Context) => req.header("X-Share-Token") ?? req.query("share");

/**
 * Lets in a session, a link, or both. It only says who the caller is and which link was used: whether the session
 * stands and the link is live, meant for the caller and unlocked is decided by the database, on every query.
 */
async function callerOrNobody(c: Context<Entered>, deps: Deps, link: string | undefined) {
  if (!link && !bearer(c.req.header("Authorization"))) throw unauthorized(LOG_IN);
  return callerThrough(c, deps, link);
}

/** The same for media that a `<video>` or `<img>` loads, where the token stands in the query. */
async function callerByToken(c: Context<Entered>, deps: Deps): Promise<Caller> {
  const token = c.req.query("token");
  if (!token) return callerOrNobody(c, deps, linkOf(c));
  const { since, ...caller } = await callerOfMedia(deps.keys, token, c.req.param("id"));
  if (since !== undefined) c.set("watchingSince", new Date(since));
  return caller;
}

/** The caller, and the link that the request names. An unknown link is no error: it opens nothing. */
async function callerThrough(c: Context<Entered>, deps: Deps, link: string | undefined) {
  const session = bearer(c.req.header("Authorization"));
  const caller: Caller = session ? await callerOf(deps.keys, session) : { role: "anon" };
  // Reading is never counted: it would cost a round trip, and changes nothing.
  if (!isRead(c.req.method) && caller.sub) await deps.takeToken(writes, caller.sub);
  if (!link) return caller;
  const [share] = await Promise.all([
    shareId(deps.database, link),
    caller.sub ? undefined : deps.takeToken(visits, c.var.address()),
  ]);
  if (!share) {
    await deps.takeToken(guesses, c.var.address());
    return caller;
  }
  // Both tokens are good for the link for which they were given, and for no other.
  const given = c.req.header("X-Share-Unlock") ?? c.req.query("unlock");
  const unlocked = given ? await deps.keys.read("unlock", given) : undefined;
  const rights = unlocked?.share === share ? { unlock: unlocked.version } : {};
  const name = c.req.header("X-Guest-Token");
  const speaking = name && !caller.sub ? await deps.keys.read("guest", name) : undefined;
  const voice = speaking?.share === share ? { guest: speaking.guest } : {};
  return { ...caller, share, ...rights, ...voice };
}

const TOKEN = /^[\w-]{20,64}$/;

const named = together<null, { id: string | null }[]>();

async function shareId(database: Database, link: string): Promise<string | undefined> {
  if (!TOKEN.test(link)) return undefined;
  const db = database.asService("a link's token names the share before its policy is asked");
  const [row] = await named(
    link,
    null,
    () => db<{ id: string | null }[]>`select private.share_by_token(${link}) as id`,
  );
  return row?.id ?? undefined;
}

/** A media token stands for the caller it was made for, on one recording; on any other, for nobody. */
async function callerOfMedia(
  keys: Keys,
  token: string,
  recording: string | undefined,
): Promise<Caller & { since?: number | undefined }> {
  const claims = await keys.read("media", token);
  if (!claims) return callerOf(keys, token);
  if (claims.recording !== recording?.toLowerCase()) return { role: "anon" };
  const { sub, sid, share, unlock, since } = claims;
  return { role: sub ? "authenticated" : "anon", sub, sid, share, unlock, since };
}

async function callerOf(keys: Keys, token: string): Promise<Account> {
  const claims = await keys.read("session", token);
  if (!claims) throw unauthorized("Session expired. Please log in again.", "session_expired");
  return { role: "authenticated", sub: claims.sub, sid: claims.sid };
}
