import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { AdminVideosQuery, VideoPage } from "#contract/admin-videos.ts";
import { readVideos } from "./videos.ts";

/** Mounted at `/admin/videos`. */
export function videoRoutes({ guards }: { guards: Guards }) {
  return new Hono<AppEnv>().get("/", guards.admin, valid("query", AdminVideosQuery), async (c) =>
    reply(c, VideoPage, await readVideos(c.var.db, c.req.valid("query"))),
  );
}
