import type { Db } from "#api/platform/database.ts";

/** The place for new bytes follows from the plan, whatever the request asked for. */
export const changePlan = (db: Db, planId: string) =>
  db((sql) => sql`select app.change_plan(${planId})`);

export const cancelSubscription = (db: Db) => db((sql) => sql`select app.cancel_subscription()`);

export const switchSubtitleAddon = (db: Db, enabled: boolean) =>
  db((sql) => sql`select app.switch_subtitle_addon(${enabled})`);
