import { one, unavailable } from "#api/http/errors.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import { publicUrl } from "#api/http/public-url.ts";
import { driveUpkeep } from "#api/job-kinds.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import {
  connectDriveCall,
  type DriveConnection,
  disconnectDriveCall,
  getDriveAuthUrlCall,
  getDriveCall,
} from "#contract/drive.ts";
import { beginConsent, connectDrive, disconnectDrive } from "./connect-drive.ts";

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

/** The connection of the account that asks; nothing in it is secret. */
async function readConnection(service: Db, owner: string) {
  const connections = await service<DriveConnection[]>`
    select case when c.user_id is null then 'none'
                when c.refresh_token is null then 'ended' else 'connected' end as state,
           c.email, c.connected_at, to_jsonb(there) as recordings, to_jsonb(waiting) as waiting
      from (select ${owner}::uuid as account) who
      left join private.drive_connections c on c.user_id = who.account
      cross join lateral (
        select count(*) as count, coalesce(sum(size), 0)::bigint as bytes
          from public.recordings where owner_id = who.account and storage_type = 'google_drive'
      ) there
      cross join lateral (
        select count(*) as count, coalesce(sum(r.size), 0)::bigint as bytes, max(d.problem) as problem
          from private.deliveries d join public.recordings r on r.id = d.recording_id
         where d.owner_id = who.account and r.status = 'ready'
      ) waiting
  `;
  return one(connections);
}
