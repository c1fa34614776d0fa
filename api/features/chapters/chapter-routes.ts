import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { withAccount } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { type Limit, type TakeToken, within } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Chat } from "#api/services/chat.ts";
import { ChapterList, SetChapters, Suggestions } from "#contract/chapters.ts";
import { Id } from "#contract/common.ts";
import { readChapters, setChapters } from "./chapters.ts";
import { suggest } from "./suggest.ts";

interface Deps {
  guards: Guards;
  takeToken: TakeToken;
  chat: Chat | null;
}

const One = valid("param", z.object({ id: Id }));

/** A limit, because the server's operator pays for each suggestion. */
const suggestions: Limit = {
  name: "suggest:account",
  capacity: 30,
  period: 3600,
  message: "You have asked for many suggestions. Please wait a while and try again.",
};

/** Mounted at `/recordings`. */
export const chapterRoutes = ({ guards, takeToken, chat }: Deps) =>
  new Hono<AppEnv>()
    .get("/:id/chapters", guards.shared, One, async (c) =>
      reply(c, ChapterList, await readChapters(c.var.db, c.req.valid("param").id)),
    )
    .put(
      "/:id/chapters",
      guards.shared,
      withAccount,
      One,
      valid("json", SetChapters),
      async (c) => {
        const { id } = c.req.valid("param");
        const { chapters } = c.req.valid("json");
        return reply(c, ChapterList, await setChapters(c.var.db, id, chapters));
      },
    )
    .post(
      "/:id/suggestions",
      guards.shared,
      withAccount,
      within(suggestions, takeToken),
      One,
      async (c) => reply(c, Suggestions, await suggest(c.var.db, chat, c.req.valid("param").id)),
    );
