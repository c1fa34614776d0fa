import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import {
  ActiveUserPage,
  ActiveUsersQuery,
  AdminStats,
  RecentActivity,
} from "#contract/admin-dashboard.ts";
import { readActiveUsers, readActivity, readStats } from "./dashboard.ts";

/** Mounted at `/admin/dashboard`. */
export function dashboardRoutes({ guards }: { guards: Guards }) {
  return new Hono<AppEnv>()
    .get("/stats", guards.admin, async (c) => reply(c, AdminStats, await readStats(c.var.db)))
    .get("/recent-activity", guards.admin, async (c) =>
      reply(c, RecentActivity, { activities: await readActivity(c.var.db) }),
    )
    .get("/active-users", guards.admin, valid("query", ActiveUsersQuery), async (c) =>
      reply(c, ActiveUserPage, await readActiveUsers(c.var.db, c.req.valid("query"))),
    );
}
