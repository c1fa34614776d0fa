import { conflict } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Billing } from "./billing.ts";
import { buy, type CheckoutState, giveBack, lookAgain, openPortal } from "./change-billed.ts";
import type { Visit } from "./check-out.ts";
import { readSubscription } from "./current-subscription.ts";
import { addon, readPlan } from "./offers.ts";

/**
 * The acts on plans; `db` is the database as the account sees it. Without payments plans change at once and free of
 * charge. With them a gift (by an operator, or from before there were payments) is left as it was given, and each act
 * reads as the account first, which confirms its session, before anything is done past the policies.
 */
export const planService = (billing: Billing | null) => ({
  /** The page on which the first payment is made, or null where nothing is left to do. */
  async subscribe(db: Db, visit: Visit, planId: string): Promise<string | null> {
    if (billing) {
      const plan = await readPlan(db, planId);
      const { plan_id } = await readSubscription(db);
      if (plan_id === planId) throw conflict("You are on this plan already.", "same_plan");
      if (plan.cents > 0) return await buy(billing, visit, plan);
      if (await giveBack(billing, visit.account, "plan")) return null;
    }
    // The place for new bytes follows from the plan, whatever the request asked for.
    await db`select app.change_plan(${planId})`;
    return null;
  },
  async cancel(db: Db, visit: Visit): Promise<void> {
    if (!(await isGivenBack(billing, db, visit, "plan")))
      await db`select app.cancel_subscription()`;
  },
  async enableAddon(db: Db, visit: Visit): Promise<string | null> {
    if (billing) {
      const { subtitle_addon_enabled } = await readSubscription(db);
      return subtitle_addon_enabled ? null : await buy(billing, visit, addon);
    }
    await db`select app.switch_subtitle_addon(true)`;
    return null;
  },
  async disableAddon(db: Db, visit: Visit): Promise<void> {
    if (!(await isGivenBack(billing, db, visit, "addon")))
      await db`select app.switch_subtitle_addon(false)`;
  },
  async lookAgain(db: Db, { account }: Visit): Promise<CheckoutState> {
    if (!billing) return "none";
    await readSubscription(db);
    return await lookAgain(billing, account);
  },
  async openPortal(db: Db, visit: Visit): Promise<string> {
    if (!billing)
      throw conflict(
        "Payments are off on this server: there is nothing to manage.",
        "payments_off",
      );
    await readSubscription(db);
    return await openPortal(billing, visit);
  },
});

async function isGivenBack(billing: Billing | null, db: Db, visit: Visit, what: "plan" | "addon") {
  if (!billing) return false;
  await readSubscription(db);
  return await giveBack(billing, visit.account, what);
}
