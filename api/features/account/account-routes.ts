import { Hono } from "hono";
import { readAccount, sessionFor } from "#api/access/account.ts";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Db } from "#api/platform/database.ts";
import { ChangePassword, Preferences, SavePreferences, SetPassword } from "#contract/account.ts";
import { Session, User } from "#contract/auth.ts";
import { changePassword, setPassword } from "./passwords.ts";
import { readPreferences, savePreferences } from "./preferences.ts";

const passwordChanges: Limit = { name: "password:account", capacity: 10, period: 600 };

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
}

/** Mounted at `/user`. */
export function accountRoutes({ guards, keys, database, takeToken }: Deps) {
  const secrets = database.asService("password hashes are closed to every API role");

  const newSession = async (id: string, version: number) => {
    const db = database.as({ role: "authenticated", sub: id, ver: version });
    return sessionFor(keys, await readAccount(db, id), version);
  };

  return new Hono<AppEnv>()
    .get("/", guards.session, async (c) =>
      reply(c, User, await readAccount(c.var.db, c.var.caller.sub)),
    )
    .post("/set-password", guards.session, valid("json", SetPassword), async (c) => {
      const id = await standing(c.var.db, c.var.caller.sub);
      const version = await setPassword(secrets, id, c.req.valid("json").password);
      return reply(c, Session, await newSession(id, version));
    })
    .post("/change-password", guards.session, valid("json", ChangePassword), async (c) => {
      const id = await standing(c.var.db, c.var.caller.sub);
      await takeToken(passwordChanges, id);
      const version = await changePassword(secrets, id, c.req.valid("json"));
      return reply(c, Session, await newSession(id, version));
    })
    .get("/preferences", guards.session, async (c) =>
      reply(c, Preferences, await readPreferences(c.var.db, c.var.caller.sub)),
    )
    .put("/preferences", guards.session, valid("json", SavePreferences), async (c) => {
      const id = c.var.caller.sub;
      return reply(c, Preferences, await savePreferences(c.var.db, id, c.req.valid("json")));
    });
}

/** Work past the policies is done only for a session that the database has just confirmed. */
const standing = async (db: Db, id: string) => (await readAccount(db, id)).id;
