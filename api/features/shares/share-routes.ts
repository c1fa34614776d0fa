import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { withAccount } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { type Limit, type TakeToken, within } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { Done, Id } from "#contract/common.ts";
import { ChangeShare, CreateShare, Share, ShareList } from "#contract/shares.ts";
import { changeShare } from "./change-share.ts";
import { createShare } from "./create-share.ts";
import { listShares } from "./list-shares.ts";
import { revokeShare } from "./revoke-share.ts";

const OfRecording = z.object({ id: Id });
const OneShare = OfRecording.extend({ shareId: Id });

/** To hash a password takes a fifth of a second, for which people who sign in have to wait. */
const passwords: Limit = {
  name: "share-password:account",
  capacity: 30,
  period: 600,
  message: "You have set many passwords in a short time. Please wait a moment and try again.",
};

/** More than anybody shares by hand. */
const links: Limit = {
  name: "share:account",
  capacity: 200,
  period: 3600,
  message: "You have made many links in a short time. Please wait a moment and try again.",
};

/** The links of one recording, for its owner. Mounted at `/recordings/:id/shares`. */
export function shareRoutes({ guards, takeToken }: { guards: Guards; takeToken: TakeToken }) {
  const settingPassword = within<{ out: { json: { password?: string | null } } }>(
    passwords,
    takeToken,
    (c) => Boolean(c.req.valid("json").password),
  );
  return new Hono<AppEnv>()
    .get("/", guards.shared, withAccount, valid("param", OfRecording), async (c) => {
      const shares = await listShares(c.var.db, c.req.valid("param").id);
      return reply(c, ShareList, { shares });
    })
    .post(
      "/",
      guards.shared,
      withAccount,
      valid("param", OfRecording),
      valid("json", CreateShare),
      within(links, takeToken),
      settingPassword,
      async (c) => {
        const share = await createShare(c.var.db, c.req.valid("param").id, c.req.valid("json"));
        return reply(c, Share, share, 201);
      },
    )
    .patch(
      "/:shareId",
      guards.shared,
      withAccount,
      valid("param", OneShare),
      valid("json", ChangeShare),
      settingPassword,
      async (c) => {
        const { id, shareId } = c.req.valid("param");
        return reply(c, Share, await changeShare(c.var.db, id, shareId, c.req.valid("json")));
      },
    )
    .delete("/:shareId", guards.shared, withAccount, valid("param", OneShare), async (c) => {
      const { id, shareId } = c.req.valid("param");
      await revokeShare(c.var.db, id, shareId);
      return reply(c, Done, { success: true });
    });
}
