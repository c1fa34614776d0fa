import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";

interface Stored {
  used_bytes: number;
  drive_bytes: number;
  trash_bytes: number;
  trash_drive_bytes: number;
  is_on_drive: boolean;
  storage_gb: number;
}

/** The room that the plan allows, and how much of it this machine can still take. */
export async function readStorageUsage(db: Db, objects: Pick<Objects, "room">) {
  const [rows, room] = await Promise.all([db(selectUsage), objects.room()]);
  const { used_bytes, drive_bytes, trash_bytes, trash_drive_bytes, is_on_drive, storage_gb } =
    one(rows);
  const limit = storage_gb * BYTES_PER_GB;
  // Only bytes in the cloud count against a plan's room; on a plan without a cloud, those on the drive are shown, too.
  const shown = is_on_drive ? used_bytes + drive_bytes : used_bytes;
  const left = Math.max(0, limit - used_bytes);
  return {
    used_gb: shown / BYTES_PER_GB,
    limit_gb: storage_gb,
    storage_used_bytes: shown,
    storage_limit_bytes: limit,
    trash_bytes: is_on_drive ? trash_bytes + trash_drive_bytes : trash_bytes,
    percentage: limit === 0 ? 0 : Math.min(100, (used_bytes / limit) * 100),
    available_bytes: room === null ? left : Math.min(left, room),
  };
}

const selectUsage = (sql: Sql) => sql<Stored[]>`
  select u.used_bytes, u.drive_bytes, p.storage_gb,
         s.storage_type = 'google_drive' as is_on_drive,
         t.bytes as trash_bytes, t.drive_bytes as trash_drive_bytes
    from public.storage_usage u
    cross join app.trash_held() t
    join public.subscriptions s using (user_id)
    join public.plans p on p.id = s.plan_id
   where u.user_id = (select auth.uid())
`;
