import type { Db } from "#api/platform/database.ts";
import { writeSubscription } from "./current-subscription.ts";

/** Where the bytes go follows from the plan, whatever the request asked for. */
export const changePlan = (db: Db, planId: string) =>
  writeSubscription(db, (sql) => sql`select app.change_plan(${planId})`);

export const cancelSubscription = (db: Db) =>
  writeSubscription(db, (sql) => sql`select app.cancel_subscription()`);

export const switchSubtitleAddon = (db: Db, enabled: boolean) =>
  writeSubscription(db, (sql) => sql`select app.switch_subtitle_addon(${enabled})`);
