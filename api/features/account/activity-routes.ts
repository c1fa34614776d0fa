import { Hono } from "hono";
import { userId } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { Done } from "#contract/common.ts";
import { ping } from "./activity.ts";

/** Mounted behind `signedIn`. */
export const activityRoutes = () =>
  new Hono<AppEnv>().post("/ping", async (c) => {
    await ping(c.var.db, userId(c.var.caller));
    return reply(c, Done, { success: true });
  });
