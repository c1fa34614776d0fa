import { unavailable } from "#api/http/errors.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import { publicUrl } from "#api/http/public-url.ts";
import { driveUpkeep } from "#api/job-kinds.ts";
import type { Parts } from "#api/parts.ts";
import {
  connectDriveCall,
  disconnectDriveCall,
  getDriveAuthUrlCall,
  getDriveCall,
} from "#contract/drive.ts";
import { beginConsent } from "./begin-consent.ts";
import { connectDrive, disconnectDrive } from "./connect-drive.ts";
import { readConnection } from "./read-connection.ts";

const visits: Limit = { name: "drive:account", capacity: 20, period: 600 };

/** Work past the policies is done only for whose session was just confirmed. */
export function serveDrive({ serve, env, keys, database, takeToken, jobs, drive }: Parts): void {
  const service = database.asService("tokens of drives are closed to every API role");
  const world = () => {
    // The client tells by the name of what is missing, not by a redirect: there is nothing to connect.
    if (!drive)
      throw unavailable("Google Drive is not set up on this server.", "drive_not_configured");
    return { ...drive, keys, home: publicUrl(env) };
  };

  serve(getDriveCall, ({ caller }) => readConnection(service, caller.sub));
  serve(getDriveAuthUrlCall, async ({ caller }) => {
    await takeToken(visits, caller.sub);
    return beginConsent(world(), caller.sub);
  });
  serve(connectDriveCall, async ({ caller, body, c }) => {
    await connectDrive(world(), { owner: caller.sub, from: c.var.address() }, body);
    await jobs.send(null, driveUpkeep, {});
    return readConnection(service, caller.sub);
  });
  serve(disconnectDriveCall, async ({ caller }) => {
    await disconnectDrive(world(), caller.sub);
    return readConnection(service, caller.sub);
  });
}
