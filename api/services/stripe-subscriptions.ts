import type Stripe from "stripe";
import { type AskStripe, idOf } from "./stripe-client.ts";

export type BilledSubscription = ReturnType<typeof billed>;

/** A new item names a product's price, an existing item its id; a removed one is marked as deleted. */
export type ItemChange = { price: string; id?: string } | { id: string; deleted: true };

export const subscriptionCalls = (ask: AskStripe) => ({
  /** All subscriptions that this customer ever had, the ended ones too. */
  async subscriptionsOf(customer: string): Promise<BilledSubscription[]> {
    const list = await ask("list", (stripe) =>
      stripe.subscriptions.list({
        customer,
        status: "all",
        limit: 100,
        expand: ["data.latest_invoice"],
      }),
    );
    return list.data.map(billed);
  },

  /** When the oldest unpaid invoice of a renewal was made. */
  async oweSince(subscription: string): Promise<Date | null> {
    const open = await ask("list", (stripe) =>
      stripe.invoices.list({ subscription, status: "open", limit: 100 }),
    );
    const renewals = open.data.filter((one) => one.billing_reason === "subscription_cycle");
    const made = (renewals.length > 0 ? renewals : open.data).map((one) => one.created);
    return made.length > 0 ? fromSeconds(Math.min(...made)) : null;
  },

  /**
   * Changes are charged or credited at once, to the day. A change that costs more counts when it is paid: until
   * then the subscription stays as it was, with a pending update.
   */
  async changeItems(
    { id, status }: BilledSubscription,
    items: ItemChange[],
    idempotencyKey: string,
  ): Promise<void> {
    const charged = {
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    } as const;
    const isPaid = status === "active";
    await ask("subscription", (stripe) =>
      stripe.subscriptions.update(
        id,
        { items, ...(isPaid ? charged : { proration_behavior: "none" }) },
        { idempotencyKey },
      ),
    );
  },

  /** Ends the subscription at once; paid time that was not used is credited to the customer. */
  async endSubscription({ id, status }: BilledSubscription, idempotencyKey: string): Promise<void> {
    const isPaid = status === "active";
    await ask("subscription", (stripe) =>
      stripe.subscriptions.cancel(id, { prorate: isPaid, invoice_now: isPaid }, { idempotencyKey }),
    );
  },

  /** Voids the invoice of a change that waits for its payment; the change is given up with it. */
  async voidInvoice(id: string, idempotencyKey: string): Promise<void> {
    await ask("invoice", (stripe) => stripe.invoices.voidInvoice(id, {}, { idempotencyKey }));
  },
});

/** All subscriptions that are still billed for some account, page by page. */
export async function* billedAccounts(ask: AskStripe) {
  for (let after: string | undefined; ; ) {
    const page = await ask("list", (stripe) =>
      stripe.subscriptions.list({ limit: 100, ...(after && { starting_after: after }) }),
    );
    for (const one of page.data)
      yield { account: one.metadata.kinora_account, subscription: billed(one) };
    after = page.data.at(-1)?.id;
    if (!page.has_more) return;
  }
}

function billed(subscription: Stripe.Subscription) {
  const { id, status, created, items, pending_update, latest_invoice } = subscription;
  return {
    id,
    status,
    created: fromSeconds(created),
    items: items.data.map(billedItem),
    /** The products that it will consist of once its latest invoice is paid. */
    pendingProducts:
      pending_update?.subscription_items?.map(({ price }) => idOf(price.product)) ?? null,
    latestInvoice:
      typeof latest_invoice === "object" && latest_invoice !== null
        ? {
            id: latest_invoice.id,
            isOpen: latest_invoice.status === "open",
            isFirst: latest_invoice.billing_reason === "subscription_create",
            payUrl: latest_invoice.hosted_invoice_url ?? null,
          }
        : null,
  };
}

/** A thing that somebody pays for: an item of a subscription, with its own price. */
const billedItem = (item: Stripe.SubscriptionItem) => ({
  id: item.id,
  product: idOf(item.price.product),
  cents: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
  since: fromSeconds(item.created),
  from: fromSeconds(item.current_period_start),
  until: fromSeconds(item.current_period_end),
});

const fromSeconds = (seconds: number) => new Date(seconds * 1000);
