import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { ADDON_MINUTES, BYTES_PER_GB, type CurrentSubscription } from "#contract/subscriptions.ts";

type Stored = CurrentSubscription["subscription"] &
  Pick<
    CurrentSubscription,
    "plan_id" | "plan_name" | "storage_limit_gb" | "storage_configured" | "billed"
  > & {
    past_due_since: Date | null;
    works_until: Date | null;
    subtitle_seconds: number;
    minutes_reset_at: Date;
    pending_plan_id: string | null;
    pending_addon: boolean;
    pay_url: string | null;
    gift_until: Date | null;
    plan_before_gift: string | null;
  };

/** In both shapes that the contract has. `needsAddon`: whether minutes are counted at all. */
export async function readSubscription(db: Db, needsAddon = true) {
  const row = one(await db(selectSubscription));
  const { past_due_since: since, works_until, pay_url, gift_until, plan_before_gift } = row;
  const { pending_plan_id, pending_addon } = row;
  return {
    ...row,
    storage_limit_bytes: row.storage_limit_gb * BYTES_PER_GB,
    subscription: row,
    subtitle_minutes: {
      used: Math.round((row.subtitle_seconds / 60) * 100) / 100,
      limit: needsAddon ? (row.subtitle_addon_enabled ? ADDON_MINUTES : 0) : null,
      resets_at: row.minutes_reset_at,
    },
    plan: { id: row.plan_id, name: row.plan_name, storage_gb: row.storage_limit_gb },
    past_due: since &&
      works_until && { since, works_until, is_over: works_until.getTime() < Date.now(), pay_url },
    gift:
      gift_until && plan_before_gift ? { until: gift_until, then_plan: plan_before_gift } : null,
    pending:
      pending_plan_id || pending_addon
        ? { plan_id: pending_plan_id, subtitle_addon: pending_addon, pay_url }
        : null,
  };
}

const selectSubscription = (sql: Sql) => sql<Stored[]>`
  select s.plan_id, p.name as plan_name, p.storage_gb as storage_limit_gb,
         s.status, s.storage_type,
         s.subtitle_addon_enabled, s.subtitle_addon_started_at, s.subtitle_addon_billing_id,
         app.is_storage_configured() as storage_configured, app.is_billed() as billed,
         app.subtitle_seconds(),
         (date_trunc('month', now() at time zone 'UTC') + interval '1 month')
           at time zone 'UTC' as minutes_reset_at,
         s.past_due_since, s.past_due_since + app.days_of_grace() as works_until,
         s.pending_plan_id, s.pending_addon, s.pay_url,
         s.gift_until, before.name as plan_before_gift
    from public.subscriptions s join public.plans p on p.id = s.plan_id
    left join public.plans before on before.id = s.plan_before_gift
   where s.user_id = (select auth.uid())
`;

interface StoredBytes {
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

const selectUsage = (sql: Sql) => sql<StoredBytes[]>`
  select u.used_bytes, u.drive_bytes, p.storage_gb,
         s.storage_type = 'google_drive' as is_on_drive,
         t.bytes as trash_bytes, t.drive_bytes as trash_drive_bytes
    from public.storage_usage u
    cross join app.trash_held() t
    join public.subscriptions s using (user_id)
    join public.plans p on p.id = s.plan_id
   where u.user_id = (select auth.uid())
`;
