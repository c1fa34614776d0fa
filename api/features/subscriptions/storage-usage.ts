import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { BYTES_PER_GB, type StorageUsage } from "#contract/subscriptions.ts";

interface Stored {
  used_bytes: number;
  storage_gb: number;
}

/** What the plan allows, and what of it this machine can still take. */
export async function readStorageUsage(
  db: Db,
  objects: Pick<Objects, "room">,
): Promise<StorageUsage> {
  const [rows, room] = await Promise.all([db(selectUsage), objects.room()]);
  return describeUsage(one(rows), room);
}

const selectUsage = (sql: Sql) => sql<Stored[]>`
  select u.used_bytes, p.storage_gb
    from public.storage_usage u
    join public.subscriptions s using (user_id)
    join public.plans p on p.id = s.plan_id
   where u.user_id = (select auth.uid())
`;

function describeUsage({ used_bytes, storage_gb }: Stored, room: number | null): StorageUsage {
  const limit = storage_gb * BYTES_PER_GB;
  const left = Math.max(0, limit - used_bytes);
  return {
    used_gb: used_bytes / BYTES_PER_GB,
    limit_gb: storage_gb,
    storage_used_bytes: used_bytes,
    storage_limit_bytes: limit,
    percentage: limit === 0 ? 0 : Math.min(100, (used_bytes / limit) * 100),
    available_bytes: room === null ? left : Math.min(left, room),
  };
}
