import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { AdminUsersQuery, ChangeRole, ChangeSuspension, UserPage } from "#contract/admin-users.ts";
import { User } from "#contract/auth.ts";
import { Id } from "#contract/common.ts";
import { changeRole, changeSuspension, confirmEmail, readUsers } from "./users.ts";

const Target = z.object({ id: Id });

/** Mounted at `/admin/users`. */
export function userRoutes({ guards }: { guards: Guards }) {
  return new Hono<AppEnv>()
    .get("/", guards.admin, valid("query", AdminUsersQuery), async (c) =>
      reply(c, UserPage, await readUsers(c.var.db, c.req.valid("query"))),
    )
    .put(
      "/:id/role",
      guards.admin,
      valid("param", Target),
      valid("json", ChangeRole),
      async (c) => {
        const { id } = c.req.valid("param");
        return reply(c, User, await changeRole(c.var.db, id, c.req.valid("json").role));
      },
    )
    .put(
      "/:id/suspend",
      guards.admin,
      valid("param", Target),
      valid("json", ChangeSuspension),
      async (c) => {
        const { id } = c.req.valid("param");
        return reply(c, User, await changeSuspension(c.var.db, id, c.req.valid("json").suspended));
      },
    )
    .put("/:id/confirm-email", guards.admin, valid("param", Target), async (c) =>
      reply(c, User, await confirmEmail(c.var.db, c.req.valid("param").id)),
    );
}
