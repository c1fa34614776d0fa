import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { DriveConnection } from "#contract/drive.ts";

/** The connection of the account that asks; nothing in it is secret. */
export async function readConnection(service: Db, owner: string) {
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
