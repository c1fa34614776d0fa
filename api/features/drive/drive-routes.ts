import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { unavailable } from "#api/http/errors.ts";
import { publicUrl } from "#api/http/public-url.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { driveUpkeep } from "#api/job-kinds.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { DriveAuthUrl, DriveCallback, DriveConnection } from "#contract/drive.ts";
import { beginConsent } from "./begin-consent.ts";
import { connectDrive } from "./connect-drive.ts";
import { disconnectDrive } from "./disconnect-drive.ts";
import { readConnection } from "./read-connection.ts";

const visits: Limit = { name: "drive:account", capacity: 20, period: 600 };

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
  jobs: Pick<Jobs, "send">;
  drive: Drive | null;
}

/** Mounted at `/google-drive`. Work past the policies is done only for whose session was just confirmed. */
export function driveRoutes({ env, guards, keys, database, takeToken, jobs, drive }: Deps) {
  const service = database.asService("tokens of drives are closed to every API role");
  const world = () => ({ ...required(drive), keys, home: publicUrl(env) });

  return new Hono<AppEnv>()
    .get("/", guards.session, async (c) =>
      reply(c, DriveConnection, await readConnection(service, c.var.caller.sub)),
    )
    .get("/auth-url", guards.session, async (c) => {
      await takeToken(visits, c.var.caller.sub);
      return reply(c, DriveAuthUrl, await beginConsent(world(), c.var.caller.sub));
    })
    .post("/callback", guards.session, valid("json", DriveCallback), async (c) => {
      const asking = { owner: c.var.caller.sub, from: c.var.address() };
      await connectDrive(world(), asking, c.req.valid("json"));
      await jobs.send(null, driveUpkeep, {});
      return reply(c, DriveConnection, await readConnection(service, c.var.caller.sub));
    })
    .post("/disconnect", guards.session, async (c) => {
      await disconnectDrive(world(), c.var.caller.sub);
      return reply(c, DriveConnection, await readConnection(service, c.var.caller.sub));
    });
}

/** The client tells by the name of what is missing, not by a redirect: there is nothing to connect. */
function required(drive: Drive | null): Drive {
  if (!drive)
    throw unavailable("Google Drive is not set up on this server.", "drive_not_configured");
  return drive;
}
