import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import {
  AdminVideo,
  AdminVideosQuery,
  DeletedVideos,
  DeleteVideos,
  VideoPage,
} from "#contract/admin-videos.ts";
import { Done, Id } from "#contract/common.ts";
import { deleteVideo, deleteVideos, readVideo, readVideos } from "./videos.ts";

const ofOne = valid("param", z.object({ id: Id }));

/** Mounted at `/admin/videos`. */
export function videoRoutes({ guards, jobs }: { guards: Guards; jobs: Pick<Jobs, "send"> }) {
  return new Hono<AppEnv>()
    .get("/", guards.admin, valid("query", AdminVideosQuery), async (c) =>
      reply(c, VideoPage, await readVideos(c.var.db, c.req.valid("query"))),
    )
    .post("/delete", guards.admin, valid("json", DeleteVideos), async (c) =>
      reply(c, DeletedVideos, await deleteVideos(c.var.db, jobs, c.req.valid("json").ids)),
    )
    .get("/:id", guards.admin, ofOne, async (c) =>
      reply(c, AdminVideo, await readVideo(c.var.db, c.req.valid("param").id)),
    )
    .delete("/:id", guards.admin, ofOne, async (c) => {
      await deleteVideo(c.var.db, jobs, c.req.valid("param").id);
      return reply(c, Done, { success: true });
    });
}
