import type { Db } from "#api/platform/database.ts";
import { writeSubscription } from "./current-subscription.ts";
import { paymentsUnavailable } from "./free-of-charge.ts";

/** Where the bytes go follows from the plan, whatever the request asked for. */
export async function changePlan(db: Db, planId: string, { payments }: { payments: boolean }) {
  if (payments && (await hasPrice(db, planId))) throw paymentsUnavailable();
  return writeSubscription(db, (sql) => sql`select app.change_plan(${planId})`);
}

const hasPrice = async (db: Db, planId: string) =>
  (await db((sql) => sql`select 1 from public.plans where id = ${planId} and price_usd > 0`))
    .length > 0;

export const cancelSubscription = (db: Db) =>
  writeSubscription(db, (sql) => sql`select app.cancel_subscription()`);

export const switchSubtitleAddon = (db: Db, enabled: boolean) =>
  writeSubscription(db, (sql) => sql`select app.switch_subtitle_addon(${enabled})`);
