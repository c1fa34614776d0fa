import { Hono } from "hono";
import { type CloseAccount, readAccount } from "#api/access/account.ts";
import type { Guards } from "#api/access/guards.ts";
import { countGuess } from "#api/access/guesses.ts";
import { requireOwner } from "#api/access/require-owner.ts";
import { attachment } from "#api/http/content-disposition.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { asVisitor, type Limit, type TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { DeleteMyAccount, Takeout, TakeoutQuery } from "#contract/account.ts";
import { Done } from "#contract/common.ts";
import { grantArchive } from "./archive-claim.ts";
import { openArchive } from "./open-archive.ts";
import { archiveOfTicket, newTicket } from "./ticket.ts";

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
  closeAccount: CloseAccount;
}

/** Each reads everything that somebody has. */
const takeouts: Limit = {
  name: "takeout:account",
  capacity: 10,
  period: 3600,
  message: "You have downloaded everything several times just now. Please wait an hour.",
};

/** Leaving, and what one takes along. Mounted at `/user`. */
export function takeoutRoutes(deps: Deps) {
  const { guards, keys, database, objects, takeToken, closeAccount } = deps;
  const service = database.asService("archives are made one by one, and passwords are closed");
  return new Hono<AppEnv>()
    .post("/takeout", guards.session, async (c) => {
      const claim = { owner: c.var.caller.sub, holder: crypto.randomUUID() };
      await grantArchive(service, claim);
      await takeToken(takeouts, claim.owner);
      return reply(c, Takeout, await newTicket(keys, claim, c.var.caller.sid));
    })
    .get("/takeout/file", asVisitor(takeToken), valid("query", TakeoutQuery), async (c) => {
      const archive = await archiveOfTicket(keys, database, c.req.valid("query").ticket);
      const body = await openArchive(service, { ...archive, objects });
      return c.body(body, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": attachment("kinora", "zip"),
      });
    })
    .post("/delete", guards.session, valid("json", DeleteMyAccount), async (c) => {
      const { caller, db } = c.var;
      const { email, password } = c.req.valid("json");
      await countGuess(takeToken, (await readAccount(db, caller.sub)).email, c.var.address());
      await requireOwner(service, caller.sid, password);
      await closeAccount(db, caller.sub, (sql) => sql`select from app.delete_my_account(${email})`);
      return reply(c, Done, { success: true });
    });
}
