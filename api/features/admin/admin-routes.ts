import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { Env } from "#api/env.ts";
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
import { changeRole, changeSuspension, readUsers } from "./users.ts";
import { readVideos } from "./videos.ts";

const Target = z.object({ id: Id });

/** Mounted behind `signedIn`; the database says who is an admin, on every request. */
export function adminRoutes({ env }: { env: Env }) {
  return new Hono<AppEnv>()
    .use(adminsOnly)
    .get("/dashboard/stats", async (c) =>
      reply(c, AdminStats, await readStats(c.var.db, env.STRIPE_SECRET_KEY !== undefined)),
    )
    .get("/dashboard/recent-activity", async (c) =>
      reply(c, RecentActivity, { activities: await readActivity(c.var.db) }),
    )
    .get("/dashboard/active-users", valid("query", ActiveUsersQuery), async (c) =>
      reply(c, ActiveUserPage, await readActiveUsers(c.var.db, c.req.valid("query"))),
    )
    .get("/users", valid("query", AdminUsersQuery), async (c) =>
      reply(c, UserPage, await readUsers(c.var.db, c.req.valid("query"))),
    )
    .put("/users/:id/role", valid("param", Target), valid("json", ChangeRole), async (c) => {
      const { id } = c.req.valid("param");
      return reply(c, User, await changeRole(c.var.db, id, c.req.valid("json").role));
    })
    .put(
      "/users/:id/suspend",
      valid("param", Target),
      valid("json", ChangeSuspension),
      async (c) => {
        const { id } = c.req.valid("param");
        return reply(c, User, await changeSuspension(c.var.db, id, c.req.valid("json").suspended));
      },
    )
    .get("/videos", valid("query", AdminVideosQuery), async (c) =>
      reply(c, VideoPage, await readVideos(c.var.db, c.req.valid("query"))),
    );
}

const adminsOnly = createMiddleware<AppEnv>(async (c, next) => {
  await c.var.db((sql) => sql`select app.assert_admin()`);
  await next();
});
