import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import { attachment } from "#api/http/content-disposition.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { asVisitor, type Limit, type TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { revocable } from "#api/http/revocable.ts";
import { valid } from "#api/http/valid.ts";
import { zip } from "#api/http/zip.ts";
import { streamOfChunks } from "#api/platform/objects/chunk-stream.ts";
import type { Jobs } from "#api/platform/queue.ts";
import { DeleteMyAccount, Takeout, TakeoutQuery } from "#contract/account.ts";
import { Done } from "#contract/common.ts";
import { belongings } from "./belongings.ts";
import { deleteMyAccount } from "./delete-my-account.ts";
import { callerOfTicket, newTicket, stands } from "./ticket.ts";

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
  jobs: Pick<Jobs, "send">;
}

/** Each reads everything that somebody has. */
const takeouts: Limit = {
  name: "takeout:account",
  capacity: 10,
  period: 3600,
  message: "You have downloaded everything several times just now. Please wait an hour.",
};

/** Typing addresses at random deletes nothing. */
const deletions: Limit = { name: "delete:account", capacity: 10, period: 600 };

/** Leaving, and what one takes along. Mounted at `/user`. */
export function takeoutRoutes({ guards, keys, database, objects, takeToken, jobs }: Deps) {
  return new Hono<AppEnv>()
    .post("/takeout", guards.session, async (c) => {
      await takeToken(takeouts, c.var.caller.sub);
      return reply(c, Takeout, await newTicket(keys, c.var.caller));
    })
    .get("/takeout/file", asVisitor(takeToken), valid("query", TakeoutQuery), async (c) => {
      const caller = await callerOfTicket(keys, database, c.req.valid("query").ticket);
      const db = database.as(caller);
      const archive = streamOfChunks(zip(belongings(db, objects, caller.sub)));
      return c.body(
        revocable(archive, () => stands(db)),
        200,
        {
          "Content-Type": "application/zip",
          "Content-Disposition": attachment("kinora", "zip"),
        },
      );
    })
    .post("/delete", guards.session, valid("json", DeleteMyAccount), async (c) => {
      await takeToken(deletions, c.var.caller.sub);
      await deleteMyAccount(c.var.db, jobs, c.req.valid("json").email);
      return reply(c, Done, { success: true });
    });
}
