import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { asVisitor, type TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { Done, Id } from "#contract/common.ts";
import {
  Announcement,
  ChangeServerSettings,
  Invitation,
  Invitations,
  Invite,
  ServerSettings,
  SignUpOffer,
  SignUpQuery,
} from "#contract/settings.ts";
import { invite, readInvitations, withdrawInvitation } from "./invitations.ts";
import {
  changeServerSettings,
  readPublicSettings,
  readServerSettings,
  readSignUpOffer,
} from "./server-settings.ts";

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
  jobs: Pick<Jobs, "send">;
}

const ofOne = valid("param", z.object({ id: Id }));

export function settingsRoutes({ guards, env, jobs, takeToken, database }: Deps) {
  const post = { jobs, canSend: env.SMTP_URL !== undefined };
  const told = (settings: object) => ({ ...settings, domains_proven: post.canSend });
  return new Hono<AppEnv>()
    .get("/announcement", asVisitor(takeToken), async (c) =>
      reply(c, Announcement, await readPublicSettings(database)),
    )
    .get("/sign-up", asVisitor(takeToken), valid("query", SignUpQuery), async (c) =>
      reply(c, SignUpOffer, await readSignUpOffer(database, c.req.valid("query").invitation)),
    )
    .get("/admin/settings", guards.superAdmin, async (c) =>
      reply(c, ServerSettings, told(await readServerSettings(c.var.db))),
    )
    .patch("/admin/settings", guards.superAdmin, valid("json", ChangeServerSettings), async (c) =>
      reply(c, ServerSettings, told(await changeServerSettings(c.var.db, c.req.valid("json")))),
    )
    .get("/admin/invitations", guards.superAdmin, async (c) =>
      reply(c, Invitations, { invitations: await readInvitations(c.var.db) }),
    )
    .post("/admin/invitations", guards.superAdmin, valid("json", Invite), async (c) =>
      reply(c, Invitation, await invite(c.var.db, post, c.req.valid("json")), 201),
    )
    .delete("/admin/invitations/:id", guards.superAdmin, ofOne, async (c) => {
      await withdrawInvitation(c.var.db, c.req.valid("param").id);
      return reply(c, Done, { success: true });
    });
}
