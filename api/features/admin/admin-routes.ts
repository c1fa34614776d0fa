import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import {
  ActiveUserPage,
  ActiveUsersQuery,
  AdminStats,
  AdminUsersQuery,
  AdminVideosQuery,
  ChangeRole,
  ChangeSuspension,
  RecentActivity,
  UserPage,
  VideoPage,
} from "#contract/admin.ts";
import { User } from "#contract/auth.ts";
import { Id } from "#contract/common.ts";
import { readActiveUsers, readActivity, readStats } from "./dashboard.ts";
import { changeRole, changeSuspension, confirmEmail, readUsers } from "./users.ts";
import { readVideos } from "./videos.ts";

const Target = z.object({ id: Id });

/** Mounted at `/admin`. */
export function adminRoutes({ guards }: { guards: Guards }) {
  return new Hono<AppEnv>()
    .get("/dashboard/stats", guards.admin, async (c) =>
      reply(c, AdminStats, await readStats(c.var.db)),
    )
    .get("/dashboard/recent-activity", guards.admin, async (c) =>
      reply(c, RecentActivity, { activities: await readActivity(c.var.db) }),
    )
    .get("/dashboard/active-users", guards.admin, valid("query", ActiveUsersQuery), async (c) =>
      reply(c, ActiveUserPage, await readActiveUsers(c.var.db, c.req.valid("query"))),
    )
    .get("/users", guards.admin, valid("query", AdminUsersQuery), async (c) =>
      reply(c, UserPage, await readUsers(c.var.db, c.req.valid("query"))),
    )
    .put(
      "/users/:id/role",
      guards.admin,
      valid("param", Target),
      valid("json", ChangeRole),
      async (c) => {
        const { id } = c.req.valid("param");
        return reply(c, User, await changeRole(c.var.db, id, c.req.valid("json").role));
      },
    )
    .put(
      "/users/:id/suspend",
      guards.admin,
      valid("param", Target),
      valid("json", ChangeSuspension),
      async (c) => {
        const { id } = c.req.valid("param");
        return reply(c, User, await changeSuspension(c.var.db, id, c.req.valid("json").suspended));
      },
    )
    .put("/users/:id/confirm-email", guards.admin, valid("param", Target), async (c) =>
      reply(c, User, await confirmEmail(c.var.db, c.req.valid("param").id)),
    )
    .get("/videos", guards.admin, valid("query", AdminVideosQuery), async (c) =>
      reply(c, VideoPage, await readVideos(c.var.db, c.req.valid("query"))),
    );
}
