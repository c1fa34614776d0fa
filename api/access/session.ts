import { createMiddleware } from "hono/factory";
import type { AppEnv, Base } from "#api/http/context.ts";
import { unauthorized } from "#api/http/errors.ts";
import type { Caller } from "#api/platform/database.ts";
import { TokenError } from "#api/platform/keys.ts";

/** Reads the session from the Authorization header; the database checks that it still stands. */
export const signedIn = ({ keys, database }: Pick<Base, "keys" | "database">) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const token = bearer(c.req.header("Authorization"));
    if (!token) throw unauthorized("Please log in.");
    const caller = await callerOf(keys, token);
    c.set("caller", caller);
    c.set("db", database.as(caller));
    await next();
  });

export async function callerOf(keys: Base["keys"], token: string): Promise<Caller> {
  try {
    const { sub, ver } = await keys.verify("session", token);
    return { role: "authenticated", sub, ver };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw unauthorized("Session expired. Please log in again.", "session_expired");
  }
}

export function bearer(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
}

/** The caller's id, where a guard has made sure that there is one. */
export function userId(caller: Caller): string {
  if (!caller.sub) throw unauthorized("Please log in.");
  return caller.sub;
}
