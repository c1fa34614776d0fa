import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
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

type Subscription = Omit<CurrentSubscription, "payments">;

/** `needsAddon`: whether minutes are counted at all. */
export const readSubscription = async (db: Db, needsAddon = true): Promise<Subscription> =>
  inBothShapes(one(await db(selectSubscription)), needsAddon);

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

const inBothShapes = (row: Stored, needsAddon: boolean): Subscription => ({
  ...row,
  storage_limit_bytes: row.storage_limit_gb * BYTES_PER_GB,
  subscription: row,
  subtitle_minutes: {
    used: Math.round((row.subtitle_seconds / 60) * 100) / 100,
    limit: needsAddon ? (row.subtitle_addon_enabled ? ADDON_MINUTES : 0) : null,
    resets_at: row.minutes_reset_at.toISOString(),
  },
  plan: { id: row.plan_id, name: row.plan_name, storage_gb: row.storage_limit_gb },
  past_due: row.past_due_since &&
    row.works_until && {
      since: row.past_due_since.toISOString(),
      works_until: row.works_until.toISOString(),
      is_over: row.works_until.getTime() < Date.now(),
      pay_url: row.pay_url,
    },
  gift:
    row.gift_until && row.plan_before_gift
      ? { until: row.gift_until.toISOString(), then_plan: row.plan_before_gift }
      : null,
  pending:
    row.pending_plan_id || row.pending_addon
      ? {
          plan_id: row.pending_plan_id,
          subtitle_addon: row.pending_addon,
          pay_url: row.pay_url,
        }
      : null,
});
