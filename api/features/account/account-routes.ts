import { Hono } from "hono";
import { userId } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { ChangePassword, Preferences, SetPassword } from "#contract/account.ts";
import { Session, User } from "#contract/auth.ts";
import { changePassword, setPassword } from "./passwords.ts";
import { readPreferences, savePreferences } from "./preferences.ts";
import { readUser } from "./read-user.ts";

const passwordChanges: Limit = { name: "password:account", capacity: 10, period: 600 };

/** Mounted behind `signedIn`. */
export function accountRoutes({ keys, database, takeToken }: Base & { takeToken: TakeToken }) {
  const secrets = database.asService("password hashes are closed to every API role");

  const withNewSession = async (id: string, version: number) => ({
    token: await keys.sign("session", { sub: id, ver: version }),
    user: await readUser(database.as({ role: "authenticated", sub: id, ver: version }), id),
  });

  return new Hono<AppEnv>()
    .get("/", async (c) => reply(c, User, await readUser(c.var.db, userId(c.var.caller))))
    .post("/set-password", valid("json", SetPassword), async (c) => {
      const id = await standing(c.var.db, userId(c.var.caller));
      const version = await setPassword(secrets, id, c.req.valid("json").password);
      return reply(c, Session, await withNewSession(id, version));
    })
    .post("/change-password", valid("json", ChangePassword), async (c) => {
      const id = await standing(c.var.db, userId(c.var.caller));
      await takeToken(passwordChanges, id);
      const version = await changePassword(secrets, id, c.req.valid("json"));
      return reply(c, Session, await withNewSession(id, version));
    })
    .get("/preferences", async (c) =>
      reply(c, Preferences, await readPreferences(c.var.db, userId(c.var.caller))),
    )
    .put("/preferences", valid("json", Preferences), async (c) => {
      const id = userId(c.var.caller);
      return reply(c, Preferences, await savePreferences(c.var.db, id, c.req.valid("json")));
    });
}

/** Work past the policies is done only for a session that the database has just confirmed. */
const standing = async (db: AppEnv["Variables"]["db"], id: string) => (await readUser(db, id)).id;
