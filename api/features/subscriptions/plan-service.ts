import { conflict, HttpError } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { PaymentTrouble } from "#api/services/stripe-client.ts";
import type { BilledSubscription, ItemChange } from "#api/services/stripe-subscriptions.ts";
import type { RefreshedSubscription } from "#contract/subscriptions.ts";
import { addonItem, planItem } from "./billed-truth.ts";
import { attempt, type Billing, oneAtATime } from "./billing.ts";
import { checkOut, readBilling, type Visit } from "./check-out.ts";
import { readSubscription } from "./current-subscription.ts";
import { addon, type PlanOrAddon, priceOf, readPlan } from "./offers.ts";
import { readAfresh } from "./read-afresh.ts";

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
  /** For a person who comes back from paying: Stripe's state now, and whether there is something to wait for. */
  async lookAgain(db: Db, { account }: Visit): Promise<RefreshedSubscription["checkout"]> {
    if (!billing) return "none";
    await readSubscription(db);
    return await rememberingAnew(billing, account, async () => {
      await readAfresh(billing, account);
      const { checkout_id } = await readBilling(billing, account);
      if (!checkout_id) return "none";
      const { status } = await billing.payments.readCheckout(checkout_id);
      const states = { open: "open", complete: "processing", expired: "none" } as const;
      return states[status];
    });
  },
  /** The address of Stripe's page for invoices and the card. */
  async openPortal(db: Db, { account, origin }: Visit): Promise<string> {
    if (!billing)
      throw conflict(
        "Payments are off on this server: there is nothing to manage.",
        "payments_off",
      );
    await readSubscription(db);
    return await rememberingAnew(billing, account, async () => {
      const { customer_id } = await readBilling(billing, account);
      if (!customer_id)
        throw conflict("There is nothing to manage: you have not paid for anything yet.");
      return await billing.payments.openPortal(customer_id, `${origin}/subscription`);
    });
  },
});

async function isGivenBack(billing: Billing | null, db: Db, visit: Visit, what: "plan" | "addon") {
  if (!billing) return false;
  await readSubscription(db);
  return await giveBack(billing, visit.account, what);
}

const OWING =
  "Your last payment has failed. Pay it under 'Manage billing', then your subscription can be changed.";

/**
 * Adds a plan or the add-on, or changes to another plan. The first payment is made on the page at the answer's
 * address; after that items are changed in place, and nothing is left to do.
 */
const buy = (billing: Billing, visit: Visit, offer: PlanOrAddon): Promise<string | null> =>
  oneAtATime(billing.service, visit.account, () =>
    rememberingAnew(billing, visit.account, async () => {
      const billed = await readAfresh(billing, visit.account);
      const { live, plansByProduct } = billed;
      if (!live) return await checkOut(billing, visit, { offer, billed });
      if (live.status === "past_due") throw new HttpError(402, "payment_due", OWING);
      const price = await priceOf(billing, offer);
      const has =
        offer.planId === null ? addonItem(live, plansByProduct) : planItem(live, plansByProduct);
      if (has?.product === price.product) return null;
      if (live.pendingProducts?.includes(price.product)) return null;
      await giveUpPending(billing, visit.account, live);
      await change(billing, visit.account, live, [{ price: price.id, ...(has && { id: has.id }) }]);
      await readAfresh(billing, visit.account);
      return null;
    }),
  );

/** False where no item is billed for it: then Stripe has nothing to end. */
const giveBack = (billing: Billing, account: string, what: "plan" | "addon") =>
  oneAtATime(billing.service, account, async () => {
    const read = () => readAfresh(billing, account);
    const { live, plansByProduct } = await rememberingAnew(billing, account, read);
    if (!live) await forgetItem(billing, account, what);
    const item =
      live && (what === "plan" ? planItem(live, plansByProduct) : addonItem(live, plansByProduct));
    if (!item) return false;
    await giveUpPending(billing, account, live);
    // The last item cannot be taken out of a subscription: it ends with it.
    if (live.items.length === 1)
      await attempt(billing.service, { account, what: `end-${live.id}` }, (key) =>
        billing.payments.endSubscription(live, key),
      );
    else await change(billing, account, live, [{ id: item.id, deleted: true }]);
    await readAfresh(billing, account);
    return true;
  });

/** Bills of another Stripe account are over; an item of theirs that is not given back stays, as a gift does. */
const forgetItem = ({ service }: Billing, account: string, what: "plan" | "addon") =>
  service`
    update public.subscriptions set
      plan_billing_id = case when ${what}::text = 'addon' then plan_billing_id end,
      subtitle_addon_billing_id = case when ${what}::text = 'plan' then subtitle_addon_billing_id end,
      status = 'active', past_due_since = null, paid_until = null, monthly_cents = 0,
      pending_plan_id = null, pending_addon = false, pay_url = null
     where user_id = ${account}
       and (plan_billing_id is not null or subtitle_addon_billing_id is not null)
  `;

const change = (billing: Billing, account: string, live: BilledSubscription, items: ItemChange[]) =>
  attempt(billing.service, { account, what: `change-${JSON.stringify(items)}` }, (key) =>
    billing.payments.changeItems(live, items, key),
  );

/** Gives up a change that nobody has paid yet, to make room for the next. */
async function giveUpPending(billing: Billing, account: string, live: BilledSubscription) {
  const invoice = live.pendingProducts && live.latestInvoice?.isOpen ? live.latestInvoice : null;
  if (!invoice) return;
  await attempt(billing.service, { account, what: `void-${invoice.id}` }, (key) =>
    billing.payments.voidInvoice(invoice.id, key),
  );
}

/** An id that we keep may be of another Stripe account, or deleted there: it is forgotten, and asked for anew. */
async function rememberingAnew<T>(billing: Billing, account: string, act: () => Promise<T>) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PaymentTrouble && error.isMissing)) throw error;
    billing.log.warn({ user: account }, "Stripe does not know what we remember of an account");
    await billing.service((sql) =>
      Promise.all([
        sql`
          update private.billing set customer_id = null, checkout_id = null, checkout_for = null
           where user_id = ${account}
        `,
        sql`delete from private.prices`,
      ]),
    );
    return await act();
  }
}

/** Plans that were given until a day go back to what was there before. */
export const endGifts = (service: Db) => service`select private.end_gifts()`;
