import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#api/http/context.ts";
import { unauthorized } from "#api/http/errors.ts";
import { type Limit, type TakeToken, visits } from "#api/http/limits/rate-limit.ts";
import type { Caller, Database, Db } from "#api/platform/database.ts";
import { type Keys, TokenError } from "#api/platform/keys.ts";
import { together } from "#api/platform/together.ts";
import { bearer, callerOf, countWrite, fromWhere } from "./session.ts";

export interface LinkDeps {
  keys: Keys;
  database: Database;
  takeToken: TakeToken;
}

/** A request with an account or without; `db` is the database as the caller may see it. */
export interface Entered extends AppEnv {
  Variables: AppEnv["Variables"] & {
    caller: Caller;
    db: Db;
    /** When the media token that came with the request was made. */
    watchingSince?: Date;
  };
}

const guesses: Limit = { name: "share-guess:address", capacity: 300, period: 600 };

/**
 * Lets in a session, a link, or both. It only says who the caller is and which link was used: whether that link is
 * live, meant for the caller and unlocked is decided by the policies, on every query.
 */
export function sharedOrSignedIn(deps: LinkDeps) {
  return createMiddleware<Entered>(async (c, next) => {
    const session = bearer(c.req.header("Authorization"));
    const link = c.req.header("X-Share-Token") ?? c.req.query("share");
    if (!session && !link) throw unauthorized("Please log in.");
    enter(c, deps, await callerThrough(c, deps, link));
    await next();
  });
}

/** The same guard for media that a `<video>` or `<img>` loads, where the token stands in the query. */
export function mediaAccess(deps: LinkDeps) {
  const byHeader = sharedOrSignedIn(deps);
  return createMiddleware<Entered>(async (c, next) => {
    const token = c.req.query("token");
    if (!token) return byHeader(c, next);
    const { since, ...caller } = await callerOfMedia(deps.keys, token, c.req.param("id"));
    if (since !== undefined) c.set("watchingSince", new Date(since));
    enter(c, deps, caller);
    await next();
  });
}

/** The link itself is the address: anybody may call, and the answer is what the link opens for the caller. */
export function linkInPath(deps: LinkDeps) {
  return createMiddleware<Entered>(async (c, next) => {
    enter(c, deps, await callerThrough(c, deps, c.req.param("share_token")));
    await next();
  });
}

/** The caller, and the link that the request names. An unknown link is no error: it opens nothing. */
async function callerThrough(
  c: Context<Entered>,
  deps: LinkDeps,
  link: string | undefined,
): Promise<Caller> {
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
  const unlock = c.req.header("X-Share-Unlock") ?? c.req.query("unlock");
  const rights = await unlocked(deps.keys, share, unlock);
  if (caller.sub) return { ...caller, share, ...rights };
  const speaks = await speaking(deps.keys, share, c.req.header("X-Guest-Token"));
  return { ...caller, share, ...rights, ...speaks };
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

async function unlocked(keys: Keys, share: string, token: string | undefined) {
  if (!token) return {};
  try {
    const claims = await keys.verify("unlock", token);
    return claims.share === share ? { unlock: claims.version } : {};
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return {};
  }
}

/** A guest's token is good for the link through which they came, and for no other. */
async function speaking(keys: Keys, share: string, token: string | undefined) {
  if (!token) return {};
  try {
    const claims = await keys.verify("guest", token);
    return claims.share === share ? { guest: claims.guest } : {};
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return {};
  }
}

/** A media token stands for the caller it was made for, on one recording; on any other, for nobody. */
async function callerOfMedia(
  keys: Keys,
  token: string,
  recording: string | undefined,
): Promise<Caller & { since?: number | undefined }> {
  try {
    const claims = await keys.verify("media", token);
    if (claims.recording !== recording) return { role: "anon" };
    const { sub, sid, share, unlock, since } = claims;
    return { role: sub ? "authenticated" : "anon", sub, sid, share, unlock, since };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return callerOf(keys, token);
  }
}

function enter(c: Context<Entered>, { database }: LinkDeps, caller: Caller) {
  c.set("caller", caller);
  c.set("db", database.as(fromWhere(c.req.method, caller, c.var.address)));
}
