import { conflict, HttpError } from "#api/http/errors.ts";
import { PaymentTrouble } from "#api/services/stripe-client.ts";
import type { BilledSubscription, ItemChange } from "#api/services/stripe-subscriptions.ts";
import { addonItem, planItem } from "./billed-truth.ts";
import { checkOut, type Visit } from "./check-out.ts";
import { readAfresh } from "./read-afresh.ts";
import { attempt, inTurn, type Till } from "./till.ts";
import { type PlanOrAddon, priceOf } from "./wares.ts";

const OWING =
  "Your last payment has failed. Pay it under 'Manage billing', then your subscription can be changed.";

/**
 * Adds a plan or the add-on, or changes to another plan. The first payment is made on the page at the answer's
 * address; after that items are changed in place, and nothing is left to do.
 */
export const buy = (till: Till, visit: Visit, ware: PlanOrAddon): Promise<string | null> =>
  inTurn(till.service, visit.account, () =>
    rememberingAnew(till, visit.account, async () => {
      const billed = await readAfresh(till, visit.account);
      const { live, wares } = billed;
      if (!live) return await checkOut(till, visit, { ware, billed });
      if (live.status === "past_due") throw new HttpError(402, "payment_due", OWING);
      const price = await priceOf(till, ware);
      const has = ware.planId === null ? addonItem(live, wares) : planItem(live, wares);
      if (has?.product === price.product) return null;
      if (live.pendingProducts?.includes(price.product)) return null;
      await giveUpPending(till, visit.account, live);
      await change(till, visit.account, live, [{ price: price.id, ...(has && { id: has.id }) }]);
      await readAfresh(till, visit.account);
      return null;
    }),
  );

/** False where nothing is billed for it: then it is not Stripe's to end. */
export const giveBack = (till: Till, account: string, what: "plan" | "addon"): Promise<boolean> =>
  inTurn(till.service, account, async () => {
    const { live, wares } = await readAfresh(till, account);
    const item = live && (what === "plan" ? planItem(live, wares) : addonItem(live, wares));
    if (!item) return false;
    await giveUpPending(till, account, live);
    // The last item cannot be taken out of a subscription: it ends with it.
    if (live.items.length === 1)
      await attempt(till.service, { account, what: `end-${live.id}` }, (key) =>
        till.payments.endSubscription(live, key),
      );
    else await change(till, account, live, [{ id: item.id, deleted: true }]);
    await readAfresh(till, account);
    return true;
  });

const change = (till: Till, account: string, live: BilledSubscription, items: ItemChange[]) =>
  attempt(till.service, { account, what: `change-${JSON.stringify(items)}` }, (key) =>
    till.payments.changeItems(live, items, key),
  );

/** A change that nobody has paid yet makes room for the next. */
async function giveUpPending(till: Till, account: string, live: BilledSubscription) {
  const invoice = live.pendingProducts && live.latestInvoice?.isOpen ? live.latestInvoice : null;
  if (!invoice) return;
  await attempt(till.service, { account, what: `void-${invoice.id}` }, (key) =>
    till.payments.voidInvoice(invoice.id, key),
  );
}

/** What we remember may be of another Stripe account, or was deleted there: it is forgotten, and asked for anew. */
async function rememberingAnew<T>(till: Till, account: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PaymentTrouble && error.isMissing)) throw error;
    till.log.warn({ user: account }, "Stripe does not know what we remember of an account");
    await till.service((sql) =>
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

export type CheckoutState = "none" | "open" | "processing";

/** For who comes back from paying: what Stripe says now, and whether there is something to wait for. */
export async function lookAgain(till: Till, account: string): Promise<CheckoutState> {
  await readAfresh(till, account);
  const [row] = await till.service(
    (sql) => sql<{ checkout_id: string }[]>`
      select checkout_id from private.billing where user_id = ${account} and checkout_id is not null
    `,
  );
  if (!row) return "none";
  const { status } = await till.payments.readCheckout(row.checkout_id);
  const states = { open: "open", complete: "processing", expired: "none" } as const;
  return states[status];
}

/** Invoices and the card. */
export async function openPortal(till: Till, { account, origin }: Visit): Promise<string> {
  const [row] = await till.service(
    (sql) => sql<{ customer_id: string }[]>`
      select customer_id from private.billing where user_id = ${account} and customer_id is not null
    `,
  );
  if (!row) throw conflict("There is nothing to manage: you have not paid for anything yet.");
  return await till.payments.openPortal(row.customer_id, `${origin}/subscription`);
}
