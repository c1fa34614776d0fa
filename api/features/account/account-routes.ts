import { Hono } from "hono";
import { z } from "zod";
import { readAccount } from "#api/access/account.ts";
import { beginAnew, beginSession } from "#api/access/begin-session.ts";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import {
  ChangePassword,
  Devices,
  Preferences,
  SavePreferences,
  SetPassword,
} from "#contract/account.ts";
import { NewPasswordSession, Session, User } from "#contract/auth.ts";
import { Done, Id } from "#contract/common.ts";
import { changePassword, setPassword } from "./passwords.ts";
import { readPreferences, savePreferences } from "./preferences.ts";
import { endSession, readDevices } from "./sessions.ts";

const Target = z.object({ id: Id });

const passwordChanges: Limit = { name: "password:account", capacity: 10, period: 600 };

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
}

/** Mounted at `/user`. Work past the policies is done only for a session that the database has just confirmed. */
export function accountRoutes({ guards, keys, database, takeToken }: Deps) {
  const secrets = database.asService("password hashes are closed to every API role");

  return new Hono<AppEnv>()
    .get("/", guards.session, async (c) =>
      reply(c, User, await readAccount(c.var.db, c.var.caller.sub)),
    )
    .post("/set-password", guards.session, valid("json", SetPassword), async (c) => {
      const { id } = await readAccount(c.var.db, c.var.caller.sub);
      const changed = await setPassword(
        secrets,
        { id, from: c.var.address() },
        c.req.valid("json").password,
      );
      return reply(c, Session, await beginSession(c, keys, secrets, changed));
    })
    .post("/change-password", guards.session, valid("json", ChangePassword), async (c) => {
      const { id } = await readAccount(c.var.db, c.var.caller.sub);
      await takeToken(passwordChanges, id);
      const changed = await changePassword(
        secrets,
        { id, from: c.var.address() },
        c.req.valid("json"),
      );
      return reply(c, NewPasswordSession, await beginAnew(c, keys, secrets, changed));
    })
    .get("/sessions", guards.session, async (c) =>
      reply(c, Devices, { sessions: await readDevices(c.var.db, c.var.caller.sid) }),
    )
    .delete("/sessions/:id", guards.session, valid("param", Target), async (c) => {
      await endSession(c.var.db, c.req.valid("param").id);
      return reply(c, Done, { success: true });
    })
    .get("/preferences", guards.session, async (c) =>
      reply(c, Preferences, await readPreferences(c.var.db, c.var.caller.sub)),
    )
    .put("/preferences", guards.session, valid("json", SavePreferences), async (c) => {
      const id = c.var.caller.sub;
      return reply(c, Preferences, await savePreferences(c.var.db, id, c.req.valid("json")));
    });
}
