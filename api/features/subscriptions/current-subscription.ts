import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import { BYTES_PER_GB, type CurrentSubscription } from "#contract/subscriptions.ts";

type Stored = CurrentSubscription["subscription"] &
  Pick<CurrentSubscription, "plan_id" | "plan_name" | "storage_limit_gb" | "storage_configured">;

export type Subscription = Omit<CurrentSubscription, "payments">;

export const readSubscription = async (db: Db): Promise<Subscription> =>
  inBothShapes(one(await db(selectSubscription)));

/** Writes and reads back in one round trip: the second query sees what the first has done. */
export async function writeSubscription(
  db: Db,
  write: (sql: Sql) => Promise<unknown>,
): Promise<Subscription> {
  const [, rows] = await db((sql) => Promise.all([write(sql), selectSubscription(sql)]));
  return inBothShapes(one(rows));
}

const selectSubscription = (sql: Sql) => sql<Stored[]>`
  select s.plan_id, p.name as plan_name, p.storage_gb as storage_limit_gb,
         s.status, s.storage_type,
         s.subtitle_addon_enabled, s.subtitle_addon_started_at, s.subtitle_addon_billing_id,
         app.is_storage_configured() as storage_configured
    from public.subscriptions s join public.plans p on p.id = s.plan_id
   where s.user_id = (select auth.uid())
`;

const inBothShapes = (row: Stored): Subscription => ({
  plan_id: row.plan_id,
  plan_name: row.plan_name,
  storage_type: row.storage_type,
  storage_limit_gb: row.storage_limit_gb,
  storage_limit_bytes: row.storage_limit_gb * BYTES_PER_GB,
  subtitle_addon_enabled: row.subtitle_addon_enabled,
  subscription: {
    status: row.status,
    storage_type: row.storage_type,
    subtitle_addon_enabled: row.subtitle_addon_enabled,
    subtitle_addon_started_at: row.subtitle_addon_started_at,
    subtitle_addon_billing_id: row.subtitle_addon_billing_id,
  },
  plan: { id: row.plan_id, name: row.plan_name, storage_gb: row.storage_limit_gb },
  storage_configured: row.storage_configured,
});
