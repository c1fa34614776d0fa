import {
  announce,
  type Books,
  found,
  type Invoice,
  type Item,
  invalidRequest,
  listOf,
  newId,
  now,
  type Price,
  type Subscription,
} from "./stripe-books.ts";

/** The events of Stripe's life: money comes or does not, and what hangs on it. */

const MONTH = 30 * 24 * 3600;

export function newItem(books: Books, subscription: string, priceId: string, quantity = 1): Item {
  const price = found(books.prices, priceId, "price", "items[0][price]");
  const created = now();
  return {
    id: newId("si"),
    object: "subscription_item",
    created,
    current_period_start: created,
    current_period_end: created + MONTH,
    subscription,
    price,
    quantity,
  };
}

export function onSale(books: Books, id: string): Price {
  const price = found(books.prices, id, "price", "line_items[0][price]");
  if (!price.active)
    throw invalidRequest("The price specified is inactive. This field only accepts active prices.");
  return price;
}

interface Bill {
  total: number;
  reason: Invoice["billing_reason"];
}

/** Makes an invoice, and charges it at once; money owed to the customer goes to their balance. */
export function bill(books: Books, subscription: Subscription, { total, reason }: Bill): Invoice {
  const customer = found(books.customers, subscription.customer, "customer");
  const credit = total < 0 ? 0 : Math.min(total, -Math.min(0, customer.balance));
  customer.balance += total < 0 ? total : credit;
  const id = newId("in");
  const due = Math.max(0, total - credit);
  const invoice: Invoice = {
    id,
    object: "invoice",
    amount_due: due,
    amount_paid: 0,
    billing_reason: reason,
    created: now(),
    currency: "usd",
    customer: customer.id,
    hosted_invoice_url: `${books.origin}/i/${id}`,
    livemode: false,
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id },
    },
    status: "open",
    total,
  };
  books.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  announce(books, "invoice.finalized", invoice);
  if (due === 0 || !books.refused.has(customer.id)) settle(books, invoice);
  else announce(books, "invoice.payment_failed", invoice);
  return invoice;
}

function settle(books: Books, invoice: Invoice) {
  invoice.status = "paid";
  invoice.amount_paid = invoice.amount_due;
  if (invoice.amount_paid > 0) {
    const id = newId("ch");
    books.charges.set(id, {
      id,
      object: "charge",
      amount: invoice.amount_paid,
      amount_refunded: 0,
      created: now(),
      currency: "usd",
      customer: invoice.customer,
      livemode: false,
    });
  }
  announce(books, "invoice.paid", invoice);
}

/** Somebody pays an invoice that was left open; a change that waited for it counts from now on. */
export function payInvoice(books: Books, id: string): void {
  const invoice = found(books.invoices, id, "invoice");
  settle(books, invoice);
  const subscription = found(
    books.subscriptions,
    invoice.parent.subscription_details.subscription,
    "subscription",
  );
  if (subscription.pending_update && subscription.latest_invoice === id) {
    subscription.items = listOf(
      subscription.pending_update.subscription_items,
      subscription.items.url,
    );
    subscription.pending_update = null;
    announce(books, "customer.subscription.pending_update_applied", subscription);
  }
  if (subscription.status === "past_due" || subscription.status === "unpaid")
    subscription.status = "active";
  announce(books, "customer.subscription.updated", subscription);
}

/** The waited-for payment will not come. */
export function dropPending(books: Books, subscription: Subscription): void {
  subscription.pending_update = null;
  announce(books, "customer.subscription.pending_update_expired", subscription);
  announce(books, "customer.subscription.updated", subscription);
}

/** Somebody pays at the page of a Checkout. A refused card stays on the page, and nothing happens. */
export function completeCheckout(books: Books, id: string): boolean {
  const session = found(books.sessions, id, "checkout.session");
  if (session.status !== "open" || books.refused.has(session.customer)) return false;
  const subscription = newId("sub");
  const wanted = books.wanted.get(id) ?? [];
  const items = wanted.map(({ price, quantity }) => newItem(books, subscription, price, quantity));
  const made: Subscription = {
    id: subscription,
    object: "subscription",
    billing_mode: { type: "flexible", flexible: { proration_discounts: "included" } },
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: "charge_automatically",
    created: now(),
    currency: "usd",
    customer: session.customer,
    ended_at: null,
    items: listOf(items, `/v1/subscription_items?subscription=${subscription}`),
    latest_invoice: null,
    livemode: false,
    metadata: wanted[0]?.metadata ?? {},
    pending_update: null,
    start_date: now(),
    status: "incomplete",
  };
  books.subscriptions.set(subscription, made);
  announce(books, "customer.subscription.created", made);
  const total = items.reduce((sum, { price }) => sum + price.unit_amount, 0);
  bill(books, made, { total, reason: "subscription_create" });
  made.status = "active";
  announce(books, "customer.subscription.updated", made);
  Object.assign(session, {
    status: "complete",
    payment_status: "paid",
    subscription,
    url: null,
  } satisfies Partial<typeof session>);
  announce(books, "checkout.session.completed", session);
  return true;
}

/** The month is over as if it had begun that long ago; the next begins, and is charged. */
export function renew(books: Books, id: string): Invoice {
  const subscription = found(books.subscriptions, id, "subscription");
  for (const item of subscription.items.data) {
    item.current_period_start = now();
    item.current_period_end = now() + MONTH;
  }
  const total = subscription.items.data.reduce((sum, { price }) => sum + price.unit_amount, 0);
  const invoice = bill(books, subscription, { total, reason: "subscription_cycle" });
  if (invoice.status === "open") subscription.status = "past_due";
  announce(books, "customer.subscription.updated", subscription);
  return invoice;
}

/** Acts as Stripe's own rules do when nobody pays: ends the subscription, or leaves it unpaid. */
export function giveUp(books: Books, id: string, as: "canceled" | "unpaid"): void {
  const subscription = found(books.subscriptions, id, "subscription");
  if (as === "canceled") end(books, subscription);
  else {
    subscription.status = "unpaid";
    announce(books, "customer.subscription.updated", subscription);
  }
}

export function end(books: Books, subscription: Subscription): void {
  Object.assign(subscription, {
    status: "canceled",
    canceled_at: now(),
    ended_at: now(),
    pending_update: null,
  } satisfies Partial<Subscription>);
  announce(books, "customer.subscription.deleted", subscription);
}

export function dispute(books: Books, chargeId: string): void {
  const charge = found(books.charges, chargeId, "charge");
  const id = newId("dp");
  const { amount, currency } = charge;
  const made = {
    id,
    object: "dispute",
    amount,
    charge: charge.id,
    created: now(),
    currency,
    livemode: false,
    reason: "fraudulent",
    status: "needs_response",
  } as const;
  books.disputes.set(id, made);
  announce(books, "charge.dispute.created", made);
}

export function refund(books: Books, chargeId: string, amount: number): void {
  const charge = found(books.charges, chargeId, "charge");
  charge.amount_refunded += amount;
  announce(books, "charge.refunded", charge);
}

export function deleteCustomer(books: Books, id: string): void {
  const customer = found(books.customers, id, "customer");
  for (const one of books.subscriptions.values())
    if (one.customer === id && one.status !== "canceled") end(books, one);
  customer.deleted = true;
  announce(books, "customer.deleted", customer);
}
