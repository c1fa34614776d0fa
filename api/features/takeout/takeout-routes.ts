import { Hono } from "hono";
import { readAccount } from "#api/access/account.ts";
import type { Guards } from "#api/access/guards.ts";
import { countGuess } from "#api/access/guesses.ts";
import { attachment } from "#api/http/content-disposition.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { asVisitor, type Limit, type TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/queue.ts";
import { DeleteMyAccount, Takeout, TakeoutQuery } from "#contract/account.ts";
import { Done } from "#contract/common.ts";
import { deleteMyAccount, requireOwner } from "./delete-my-account.ts";
import { openArchive } from "./open-archive.ts";
import { callerOfTicket, newTicket } from "./ticket.ts";
import { giveTurn } from "./turn.ts";

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
  jobs: Pick<Jobs, "send">;
  /** Does it once nothing can be paid for the account any more. */
  closeBooks: (account: string, act: () => Promise<void>) => Promise<void>;
}

/** Each reads everything that somebody has. */
const takeouts: Limit = {
  name: "takeout:account",
  capacity: 10,
  period: 3600,
  message: "You have downloaded everything several times just now. Please wait an hour.",
};

/** Leaving, and what one takes along. Mounted at `/user`. */
export function takeoutRoutes({
  guards,
  keys,
  database,
  objects,
  takeToken,
  jobs,
  closeBooks,
}: Deps) {
  const service = database.asService(
    "an account is left by who has its password, and its archives are made one by one",
  );
  return new Hono<AppEnv>()
    .post("/takeout", guards.session, async (c) => {
      const turn = { owner: c.var.caller.sub, holder: crypto.randomUUID() };
      await giveTurn(service, turn);
      await takeToken(takeouts, turn.owner);
      return reply(c, Takeout, await newTicket(keys, c.var.caller, turn.holder));
    })
    .get("/takeout/file", asVisitor(takeToken), valid("query", TakeoutQuery), async (c) => {
      const { caller, ticket } = await callerOfTicket(keys, database, c.req.valid("query").ticket);
      const db = database.as(caller);
      const archive = await openArchive(service, { db, owner: caller.sub, ticket, objects });
      return c.body(archive, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": attachment("kinora", "zip"),
      });
    })
    .post("/delete", guards.session, valid("json", DeleteMyAccount), async (c) => {
      const { sub } = c.var.caller;
      const body = c.req.valid("json");
      await countGuess(takeToken, (await readAccount(c.var.db, sub)).email, c.var.address());
      await requireOwner(service, c.var.caller, body);
      await closeBooks(sub, () => deleteMyAccount(c.var.db, jobs, body.email));
      return reply(c, Done, { success: true });
    });
}
