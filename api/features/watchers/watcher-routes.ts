import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { withAccount } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { Id } from "#contract/common.ts";
import { WatcherKey, WatcherList, WatcherQuery } from "#contract/watchers.ts";
import { listWatchers, watch } from "./watchers.ts";

const OfRecording = valid("param", z.object({ id: Id }));

/** Mounted at `/recordings/:id/watchers`. */
export const watcherRoutes = ({ guards }: { guards: Guards }) =>
  new Hono<AppEnv>()
    .get("/", guards.shared, withAccount, OfRecording, valid("query", WatcherQuery), async (c) => {
      const { keys } = c.req.valid("query");
      const watchers = await listWatchers(c.var.db, c.req.valid("param").id, keys);
      return reply(c, WatcherList, { watchers });
    })
    .post("/", guards.shared, withAccount, OfRecording, async (c) =>
      reply(c, WatcherKey, await watch(c.var.db, c.req.valid("param").id), 201),
    );
