import type { Context } from "hono";
import type { Asked } from "#api/access/serve.ts";
import { networkOf } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import { publicUrl } from "#api/http/public-url.ts";
import type { Parts } from "#api/parts.ts";
import type { Caller } from "#api/platform/database.ts";
import { nameGuestCall } from "#contract/guests.ts";
import {
  askForProofCall,
  askOwnerCall,
  getShareThumbnailCall,
  openShareCall,
  proveEmailCall,
  streamShareCall,
  unlockShareCall,
} from "#contract/shares.ts";
import { nameGuest, openShare, passToMedia, unlockShare, type Visitor } from "./open-share.ts";
import { acceptProof, askForProof, askOwner } from "./prove-email.ts";

const attemptsByAddress: Limit = { name: "unlock:address", capacity: 20, period: 600 };
/** A wide limit: attempts from one network must not shut out all others. */
const attemptsByShare: Limit = { name: "unlock:share", capacity: 200, period: 600 };
const questions: Limit = { name: "ask:account", capacity: 10, period: 3600 };
const letters: Limit = { name: "proof:account", capacity: 5, period: 3600 };

type Opening = Pick<Asked<typeof streamShareCall>, "db" | "caller" | "c">;

/** The calls that anybody may make about a link whose token they have. */
export function serveShared(deps: Parts): void {
  const { serve, jobs, keys, takeToken, sendMail } = deps;
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
  serve(askForProofCall, ({ db, params }) => askForProof(post, db, params.share_token), {
    limit: letters,
  });
  serve(askOwnerCall, ({ db }) => askOwner(db), { limit: questions });
  serve(proveEmailCall, ({ db, caller, body }) =>
    acceptProof(keys, { db, service, account: caller.sub }, body.token),
  );
  // Bytes are served in one place, the recording's own route, which asks the policies on every request.
  const redirect = async ({ db, caller, c }: Opening, what: "stream" | "thumbnail") => {
    const { id, token } = await passToMedia(keys, db, caller);
    c.header("Cache-Control", "no-store");
    return c.redirect(`/api/recordings/${id}/${what}?token=${token}`, 302);
  };
  serve(streamShareCall, (asked) => redirect(asked, "stream"));
  serve(getShareThumbnailCall, (asked) => redirect(asked, "thumbnail"));
}

function visitorOf(caller: Caller, c: Context<AppEnv>): Visitor {
  if (caller.sub) return { viewer: caller.sub, network: null };
  const network = networkOf(c.var.address());
  return { viewer: `${network} ${c.req.header("User-Agent") ?? ""}`, network };
}
