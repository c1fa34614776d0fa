import type { Context } from "hono";
import { withAccount } from "#api/access/session.ts";
import { networkOf } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import { type Limit, within } from "#api/http/limits/rate-limit.ts";
import { publicUrl } from "#api/http/public-url.ts";
import { reply } from "#api/http/reply.ts";
import type { Parts } from "#api/parts.ts";
import type { Caller } from "#api/platform/database.ts";
import { Done } from "#contract/common.ts";
import { nameGuestCall } from "#contract/guests.ts";
import { openShareCall, proveEmailCall, unlockShareCall } from "#contract/shares.ts";
import { nameGuest } from "./name-guest.ts";
import { openShare, passToMedia, type Visitor } from "./open-share.ts";
import { acceptProof, askForProof, askOwner } from "./prove-email.ts";
import { unlockShare } from "./unlock-share.ts";

const attemptsByAddress: Limit = { name: "unlock:address", capacity: 20, period: 600 };
/** A wide limit: attempts from one network must not shut out all others. */
const attemptsByShare: Limit = { name: "unlock:share", capacity: 200, period: 600 };
const questions: Limit = { name: "ask:account", capacity: 10, period: 3600 };
const letters: Limit = { name: "proof:account", capacity: 5, period: 3600 };

/** The calls that anybody may make about a link whose token they have. */
export function serveShared(deps: Parts): void {
  const { api, serve, guards, jobs, keys, takeToken, sendMail } = deps;
  const canSend = deps.env.SMTP_URL !== undefined;
  const service = deps.database.asService("passwords and proofs are closed to every API role");
  const post = { service, jobs, keys, sendMail, canSend, publicUrl: publicUrl(deps.env) };

  serve(openShareCall, ({ db, caller, c }) => openShare(keys, db, caller, visitorOf(caller, c)));
  serve(unlockShareCall, async ({ db, caller, body, c }) => {
    await takeToken(attemptsByAddress, c.var.address());
    await takeToken(attemptsByShare, caller.share ?? "none");
    return unlockShare(keys, { db, service, caller }, body.password);
  });
  serve(nameGuestCall, ({ db, caller, body, c }) =>
    nameGuest(keys, takeToken, { db, caller, address: c.var.address() }, body.name),
  );
  api.post(
    "/shared/:share_token/proof",
    guards.link,
    withAccount,
    within(letters, takeToken),
    async (c) => {
      await askForProof(post, c.var.db, c.req.param("share_token"));
      return reply(c, Done, { success: true });
    },
  );
  api.post(
    "/shared/:share_token/ask",
    guards.link,
    withAccount,
    within(questions, takeToken),
    async (c) => {
      await askOwner(c.var.db);
      return reply(c, Done, { success: true });
    },
  );
  serve(proveEmailCall, ({ db, caller, body }) =>
    acceptProof(keys, { db, service, account: caller.sub }, body.token),
  );
  api.get("/shared/:share_token/stream", guards.link, async (c) => {
    const { id, token } = await passToMedia(keys, c.var.db, c.var.caller);
    return redirectToMedia(c, `/api/recordings/${id}/stream?token=${token}`);
  });
  api.get("/shared/:share_token/thumbnail", guards.link, async (c) => {
    const { id, token } = await passToMedia(keys, c.var.db, c.var.caller);
    return redirectToMedia(c, `/api/recordings/${id}/thumbnail?token=${token}`);
  });
}

/** Bytes are served in one place, the recording's own route, which asks the policies on every request. */
function redirectToMedia(c: Context, location: string) {
  c.header("Cache-Control", "no-store");
  return c.redirect(location, 302);
}

function visitorOf(caller: Caller, c: Context<AppEnv>): Visitor {
  if (caller.sub) return { viewer: caller.sub, network: null };
  const network = networkOf(c.var.address());
  return { viewer: `${network} ${c.req.header("User-Agent") ?? ""}`, network };
}
