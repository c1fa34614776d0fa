import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#api/http/context.ts";
import { unauthorized } from "#api/http/errors.ts";
import type { Caller, Db } from "#api/platform/database.ts";

export const LOG_IN = "Please log in.";
const NO_VOICE = "Log in, or enter your name, to take part.";

/** A request behind a guard; `db` is the database as its caller may see it. */
export interface Entered extends AppEnv {
  Variables: AppEnv["Variables"] & { caller: Caller; db: Db };
}

export type Account = Caller & { sub: string; sid: string };

/** The check of an admin again, for an answer that takes long to leave. */
export const isStillAdmin = (db: Db) => () => db`select app.assert_admin()`.then(() => true);

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

export function bearer(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
}
