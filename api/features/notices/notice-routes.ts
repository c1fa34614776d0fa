import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { Page } from "#contract/common.ts";
import { NoticeList, ReadNotices, UnreadNotices } from "#contract/notices.ts";
import { listNotices } from "./list-notices.ts";
import { readNotices } from "./read-notices.ts";

/** Mounted at `/notices`. */
export const noticeRoutes = ({ guards }: { guards: Guards }) =>
  new Hono<AppEnv>()
    .get("/", guards.session, valid("query", Page), async (c) =>
      reply(c, NoticeList, await listNotices(c.var.db, c.req.valid("query"))),
    )
    .post("/read", guards.session, valid("json", ReadNotices), async (c) =>
      reply(c, UnreadNotices, await readNotices(c.var.db, c.req.valid("json"))),
    );
