import { Hono } from "hono";
import { z } from "zod";
import type { CloseAccount } from "#api/access/account.ts";
import type { Guards } from "#api/access/guards.ts";
import type { Env } from "#api/env.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import {
  AdminUsersQuery,
  ChangeRole,
  ChangeSuspension,
  DeleteAccount,
  GivePlan,
  Person,
  UserPage,
} from "#contract/admin-users.ts";
import { User } from "#contract/auth.ts";
import { Done, Id } from "#contract/common.ts";
import { deleteAccountOf, endSessionsOf, givePlan, readPerson } from "./people.ts";
import { changeRole, changeSuspension, confirmEmail, readUsers } from "./users.ts";

const Target = z.object({ id: Id });
const target = valid("param", Target);

interface Deps {
  /** The recordings of an account that has left a plan with a cloud are moved, from this moment. */
  goHome: (account: string) => Promise<void>;
  guards: Guards;
  env: Env;
  closeAccount: CloseAccount;
}

/** Mounted at `/admin/users`. */
export function userRoutes({ guards, env, goHome, closeAccount }: Deps) {
  const areSold = env.STRIPE_SECRET_KEY !== undefined;
  return new Hono<AppEnv>()
    .get("/", guards.admin, valid("query", AdminUsersQuery), async (c) =>
      reply(c, UserPage, await readUsers(c.var.db, c.req.valid("query"))),
    )
    .get("/:id", guards.admin, target, async (c) =>
      reply(c, Person, await readPerson(c.var.db, c.req.valid("param").id)),
    )
    .put("/:id/role", guards.admin, target, valid("json", ChangeRole), async (c) => {
      const { id } = c.req.valid("param");
      return reply(c, User, await changeRole(c.var.db, id, c.req.valid("json").role));
    })
    .put("/:id/suspend", guards.admin, target, valid("json", ChangeSuspension), async (c) => {
      const { id } = c.req.valid("param");
      return reply(c, User, await changeSuspension(c.var.db, id, c.req.valid("json").suspended));
    })
    .put("/:id/confirm-email", guards.admin, target, async (c) =>
      reply(c, User, await confirmEmail(c.var.db, c.req.valid("param").id)),
    )
    .put("/:id/plan", guards.admin, target, valid("json", GivePlan), async (c) => {
      await givePlan(c.var.db, c.req.valid("param").id, { ...c.req.valid("json"), areSold });
      await goHome(c.req.valid("param").id);
      return reply(c, Done, { success: true });
    })
    .delete("/:id/sessions", guards.admin, target, async (c) => {
      await endSessionsOf(c.var.db, c.req.valid("param").id);
      return reply(c, Done, { success: true });
    })
    .delete(
      "/:id/sessions/:sessionId",
      guards.admin,
      valid("param", Target.extend({ sessionId: Id })),
      async (c) => {
        const { id, sessionId } = c.req.valid("param");
        await endSessionsOf(c.var.db, id, sessionId);
        return reply(c, Done, { success: true });
      },
    )
    .post("/:id/delete", guards.admin, target, valid("json", DeleteAccount), async (c) => {
      const { id } = c.req.valid("param");
      await deleteAccountOf(c.var.db, closeAccount, { id, ...c.req.valid("json") });
      return reply(c, Done, { success: true });
    });
}
