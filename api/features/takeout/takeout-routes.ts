import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import { attachment } from "#api/http/content-disposition.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { asVisitor, type Limit, type TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/queue.ts";
import { DeleteMyAccount, Takeout, TakeoutQuery } from "#contract/account.ts";
import { Done } from "#contract/common.ts";
import { deleteMyAccount } from "./delete-my-account.ts";
import { openArchive } from "./open-archive.ts";
import { callerOfTicket, newTicket } from "./ticket.ts";
import { requireNoneUnderWay } from "./turn.ts";

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
  const service = database.asService("one archive of an account is made at a time");
  return new Hono<AppEnv>()
    .post("/takeout", guards.session, async (c) => {
      await requireNoneUnderWay(service, c.var.caller.sub);
      await takeToken(takeouts, c.var.caller.sub);
      return reply(c, Takeout, await newTicket(keys, c.var.caller));
    })
    .get("/takeout/file", asVisitor(takeToken), valid("query", TakeoutQuery), async (c) => {
      const caller = await callerOfTicket(keys, database, c.req.valid("query").ticket);
      const db = database.as(caller);
      const archive = await openArchive(service, { db, owner: caller.sub, objects });
      return c.body(archive, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": attachment("kinora", "zip"),
      });
    })
    .post("/delete", guards.session, valid("json", DeleteMyAccount), async (c) => {
      await takeToken(deletions, c.var.caller.sub);
      await deleteMyAccount(c.var.db, jobs, c.req.valid("json").email);
      return reply(c, Done, { success: true });
    });
}
