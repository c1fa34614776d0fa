import { readAccount } from "#api/access/account.ts";
import { countGuess } from "#api/access/guesses.ts";
import { requireOwner } from "#api/access/require-owner.ts";
import { attachment } from "#api/http/content-disposition.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import { revocable } from "#api/http/revocable.ts";
import { zip } from "#api/http/zip.ts";
import type { Parts } from "#api/parts.ts";
import { streamOfChunks } from "#api/platform/objects/chunk-stream.ts";
import { askForTakeoutCall, deleteMyAccountCall, downloadTakeoutCall } from "#contract/account.ts";
import {
  archiveOfTicket,
  grantArchive,
  hold,
  newTicket,
  requireGranted,
  stands,
  whileHeld,
} from "./archive-claim.ts";
import { belongings, videosOf } from "./belongings.ts";

/** An archive may have everything that somebody has. */
const takeouts: Limit = {
  name: "takeout:account",
  capacity: 10,
  period: 3600,
  message: "You have downloaded several archives just now. Please wait an hour.",
};

/** Leaving, and what one takes along. */
export function serveTakeout(deps: Parts): void {
  const { serve, keys, database, objects, takeToken, closeAccount } = deps;
  const service = database.asService("archives are made one by one, and passwords are closed");

  serve(askForTakeoutCall, async ({ caller }) => {
    const claim = { owner: caller.sub, holder: crypto.randomUUID() };
    await grantArchive(service, claim);
    await takeToken(takeouts, claim.owner);
    return newTicket(keys, claim, caller.sid);
  });
  serve(
    downloadTakeoutCall,
    async ({ query: { ticket, ids }, c }) => {
      const { db, claim } = await archiveOfTicket(keys, database, ticket);
      const acting = { db, service, account: claim.owner };
      const entries = ids ? videosOf(acting, objects, ids) : belongings(acting, objects);
      await requireGranted(service, claim);
      // Nobody holds the archive for an answer that is not read.
      const bytes = streamOfChunks(whileHeld(service, claim, zip(entries)), 0);
      const body = revocable(bytes, async () => (await stands(db)) && (await hold(service, claim)));
      return c.body(body, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": attachment("kinora", "zip"),
      });
    },
    { isVisit: true },
  );
  serve(deleteMyAccountCall, async ({ db, caller, body: { email, password }, c }) => {
    await countGuess(takeToken, (await readAccount(db, caller.sub)).email, c.var.address());
    await requireOwner(service, caller.sid, password);
    const by = { ...caller, address: c.var.address() };
    await closeAccount(by, caller.sub, (sql) => sql`select from app.delete_my_account(${email})`);
  });
}
