import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { Done } from "#contract/common.ts";
import { ping } from "./activity.ts";

/** Mounted at `/activity`. */
export const activityRoutes = ({ guards }: { guards: Guards }) =>
  new Hono<AppEnv>().post("/ping", guards.session, async (c) => {
    await ping(c.var.db, c.var.caller.sub);
    return reply(c, Done, { success: true });
  });
