import { z } from "zod";
import { withAccount } from "#api/access/session.ts";
import { type Limit, within } from "#api/http/limits/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Parts } from "#api/parts.ts";
import { Id } from "#contract/common.ts";
import {
  CreateShare,
  changeFolderShareCall,
  changeShareCall,
  createFolderShareCall,
  listFolderSharesCall,
  listSharesCall,
  revokeFolderShareCall,
  revokeShareCall,
  Share,
} from "#contract/shares.ts";
import { changeShare, createShare, listShares, type Place, revokeShare } from "./shares.ts";

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

/** The links of a recording, or of a folder, for its owner. */
export function serveShares({ api, serve, guards, takeToken }: Parts): void {
  const counting = { limit: passwords, counts: ({ body }: Worded) => Boolean(body.password) };
  serve(listSharesCall, async ({ db, params }) => ({
    shares: await listShares(db, recording(params)),
  }));
  api.post(
    "/recordings/:id/shares",
    guards.shared,
    withAccount,
    valid("param", z.object({ id: Id })),
    valid("json", CreateShare),
    within(links, takeToken),
    within<{ out: { json: CreateShare } }>(passwords, takeToken, (c) =>
      Boolean(c.req.valid("json").password),
    ),
    async (c) => {
      const place = recording(c.req.valid("param"));
      const share = await createShare(c.var.db, place, c.req.valid("json"));
      return reply(c, Share, share, 201);
    },
  );
  serve(
    changeShareCall,
    ({ db, params, body }) => changeShare(db, recording(params), params.shareId, body),
    counting,
  );
  serve(revokeShareCall, ({ db, params }) => revokeShare(db, recording(params), params.shareId));

  serve(listFolderSharesCall, async ({ db, params }) => ({
    shares: await listShares(db, folder(params)),
  }));
  serve(
    createFolderShareCall,
    async ({ db, caller, params, body }) => {
      await takeToken(links, caller.sub);
      return createShare(db, folder(params), body);
    },
    counting,
  );
  serve(
    changeFolderShareCall,
    ({ db, params, body }) => changeShare(db, folder(params), params.shareId, body),
    counting,
  );
  serve(revokeFolderShareCall, ({ db, params }) => revokeShare(db, folder(params), params.shareId));
}

interface Worded {
  body: { password?: string | null | undefined };
}

const recording = ({ id }: { id: string }): Place => ({ of: "recording", id });
const folder = ({ id }: { id: string }): Place => ({ of: "folder", id });
