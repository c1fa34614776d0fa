import { conflict } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Billing } from "./billing.ts";
import { buy, type CheckoutState, giveBack, lookAgain, openPortal } from "./change-billed.ts";
import type { Visit } from "./check-out.ts";
import { readSubscription } from "./current-subscription.ts";
import { addon, readPlan } from "./offers.ts";

/** The acts on plans, whether plans are sold or not; `db` is the database as the account sees it. */
export interface PlanService {
  /** The page on which the first payment is made, or null where nothing is left to do. */
  subscribe(db: Db, visit: Visit, planId: string): Promise<string | null>;
  cancel(db: Db, visit: Visit): Promise<unknown>;
  enableAddon(db: Db, visit: Visit): Promise<string | null>;
  disableAddon(db: Db, visit: Visit): Promise<unknown>;
  lookAgain(db: Db, visit: Visit): Promise<CheckoutState>;
  openPortal(db: Db, visit: Visit): Promise<string>;
}

/** A server without payments: plans change at once and free of charge. */
export const freePlanService: PlanService = {
  subscribe: (db, _visit, planId) => changePlan(db, planId).then(() => null),
  cancel: (db) => cancelSubscription(db),
  enableAddon: (db) => switchSubtitleAddon(db, true).then(() => null),
  disableAddon: (db) => switchSubtitleAddon(db, false),
  lookAgain: async () => "none",
  openPortal: async () => {
    throw conflict("Payments are off on this server: there is nothing to manage.", "payments_off");
  },
};

/**
 * A gift (by an operator, or from before there were payments) is left as it was given. Each act reads as the
 * account first, which confirms its session, before anything is done past the policies.
 */
export const paidPlanService = (billing: Billing): PlanService => ({
  async subscribe(db, visit, planId) {
    const plan = await readPlan(db, planId);
    const { plan_id } = await readSubscription(db);
    if (plan_id === planId) throw conflict("You are on this plan already.", "same_plan");
    if (plan.cents > 0) return await buy(billing, visit, plan);
    if (!(await giveBack(billing, visit.account, "plan"))) await changePlan(db, planId);
    return null;
  },
  async cancel(db, visit) {
    await readSubscription(db);
    if (!(await giveBack(billing, visit.account, "plan"))) await cancelSubscription(db);
  },
  async enableAddon(db, visit) {
    const { subtitle_addon_enabled } = await readSubscription(db);
    return subtitle_addon_enabled ? null : await buy(billing, visit, addon);
  },
  async disableAddon(db, visit) {
    await readSubscription(db);
    if (!(await giveBack(billing, visit.account, "addon"))) await switchSubtitleAddon(db, false);
  },
  async lookAgain(db, { account }) {
    await readSubscription(db);
    return await lookAgain(billing, account);
  },
  async openPortal(db, visit) {
    await readSubscription(db);
    return await openPortal(billing, visit);
  },
});

/** The place for new bytes follows from the plan, whatever the request asked for. */
const changePlan = (db: Db, planId: string) => db`select app.change_plan(${planId})`;

const cancelSubscription = (db: Db) => db`select app.cancel_subscription()`;

const switchSubtitleAddon = (db: Db, enabled: boolean) =>
  db`select app.switch_subtitle_addon(${enabled})`;
