import type { Context } from "hono";
import { unauthorized } from "#api/http/errors.ts";
import { type Limit, visits } from "#api/http/limits/rate-limit.ts";
import type { Caller, Database } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { together } from "#api/platform/together.ts";
import {
  bearer,
  callerOf,
  countWrite,
  type Deps,
  type Entered,
  guard,
  onlyIf,
  signedIn,
} from "./session.ts";

const guesses: Limit = { name: "share-guess:address", capacity: 300, period: 600 };

/**
 * The guards of the routes: they decide which callers may enter. Every call has its own, by its contract, never a
 * `use` for many, which would run for every route mounted below, too. Without a guard there is no `c.var.db` to ask.
 */
export const makeGuards = (deps: Deps) => ({
  session: signedIn(deps),
  admin: onlyIf(deps, (sql) => sql`select app.assert_admin()`),
  superAdmin: onlyIf(deps, (sql) => sql`select app.assert_super_admin()`),
  shared: guard(deps, (c) => callerOrNobody(c, deps)),
  media: guard(deps, (c) => callerByToken(c, deps)),
  /** The link itself is the address: anybody may call, and the answer is what the link opens for the caller. */
  link: guard(deps, (c) => callerThrough(c, deps, c.req.param("share_token"))),
});

export type Guards = ReturnType<typeof makeGuards>;

/**
 * Lets in a session, a link, or both. It only says who the caller is and which link was used: whether that link is
 * live, meant for the caller and unlocked is decided by the policies, on every query.
 */
async function callerOrNobody(c: Context<Entered>, deps: Deps): Promise<Caller> {
  const link = c.req.header("X-Share-Token") ?? c.req.query("share");
  if (!link && !bearer(c.req.header("Authorization"))) throw unauthorized("Please log in.");
  return callerThrough(c, deps, link);
}

/** The same for media that a `<video>` or `<img>` loads, where the token stands in the query. */
async function callerByToken(c: Context<Entered>, deps: Deps): Promise<Caller> {
  const token = c.req.query("token");
  if (!token) return callerOrNobody(c, deps);
  const { since, ...caller } = await callerOfMedia(deps.keys, token, c.req.param("id"));
  if (since !== undefined) c.set("watchingSince", new Date(since));
  return caller;
}

/** The caller, and the link that the request names. An unknown link is no error: it opens nothing. */
async function callerThrough(c: Context<Entered>, deps: Deps, link: string | undefined) {
  const session = bearer(c.req.header("Authorization"));
  const caller: Caller = session ? await callerOf(deps.keys, session) : { role: "anon" };
  await countWrite(deps.takeToken, c.req.method, caller);
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
  if (claims.recording !== recording) return { role: "anon" };
  const { sub, sid, share, unlock, since } = claims;
  return { role: sub ? "authenticated" : "anon", sub, sid, share, unlock, since };
}
