import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { Analytics, AnalyticsDays, AnalyticsQuery, PeriodQuery } from "#contract/analytics.ts";
import { readAnalytics, readDays } from "./read-analytics.ts";

/** Mounted at `/admin/analytics`. */
export const analyticsRoutes = ({ guards }: { guards: Guards }) =>
  new Hono<AppEnv>()
    .get("/", guards.admin, valid("query", AnalyticsQuery), async (c) =>
      reply(c, Analytics, await readAnalytics(c.var.db, c.req.valid("query"))),
    )
    .get("/days", guards.admin, valid("query", PeriodQuery), async (c) =>
      reply(c, AnalyticsDays, await readDays(c.var.db, c.req.valid("query").period)),
    );
