import {
  announce,
  type Books,
  found,
  type Item,
  invalidRequest,
  listOf,
  now,
  type Subscription,
} from "./stripe-books.ts";
import { type Call, type Form, needed, rows, text } from "./stripe-form.ts";
import { bill, dropPending, end, newItem, onSale } from "./stripe-life.ts";

export const subscriptionCalls: Record<string, Call> = {
  "GET /v1/subscriptions": {
    takes: ["customer", "status", "limit", "expand", "starting_after"],
    answer(books, form) {
      const named = text(form, "customer");
      const customer = named && found(books.customers, named, "customer", "customer").id;
      const after = text(form, "starting_after");
      if (after) found(books.subscriptions, after, "subscription", "starting_after");
      const newest = [...books.subscriptions.values()].reverse();
      const rest = newest
        .slice(newest.findIndex(({ id }) => id === after) + 1)
        .filter((one) => !customer || one.customer === customer)
        .filter((one) => form.status === "all" || one.status !== "canceled")
        .map((one) => ({
          ...one,
          latest_invoice: one.latest_invoice ? books.invoices.get(one.latest_invoice) : null,
        }));
      const page = listOf(rest.slice(0, books.pageSize), "/v1/subscriptions");
      return { ...page, has_more: rest.length > books.pageSize };
    },
  },
  "POST /v1/subscriptions/:id": {
    takes: ["items", "proration_behavior", "payment_behavior"],
    answer: changeSubscription,
  },
  "DELETE /v1/subscriptions/:id": {
    takes: ["prorate", "invoice_now"],
    answer(books, form, id) {
      const subscription = living(books, id);
      const left = shareLeft(subscription);
      if (form.prorate === "true")
        bill(books, subscription, { total: -worth(subscription, left), reason: "manual" });
      end(books, subscription);
      return subscription;
    },
  },
  "GET /v1/invoices": {
    takes: ["subscription", "status", "limit"],
    answer(books, form) {
      const data = [...books.invoices.values()].filter(
        (one) =>
          one.parent.subscription_details.subscription === text(form, "subscription") &&
          one.status === text(form, "status"),
      );
      return listOf(data, "/v1/invoices");
    },
  },
  "POST /v1/invoices/:id/void": {
    takes: [],
    answer(books, _form, id) {
      const invoice = found(books.invoices, id, "invoice");
      if (invoice.status !== "open")
        throw invalidRequest("You can only pass in open or uncollectible invoices.");
      invoice.status = "void";
      announce(books, "invoice.voided", invoice);
      const of = found(
        books.subscriptions,
        invoice.parent.subscription_details.subscription,
        "subscription",
      );
      if (of.pending_update && of.latest_invoice === id) dropPending(books, of);
      return invoice;
    },
  },
};

const living = (books: Books, id: string): Subscription => {
  const subscription = found(books.subscriptions, id, "subscription");
  // A subscription that has ended cannot be changed, and Stripe says that it is not there.
  if (subscription.status === "canceled") return found(new Map(), id, "subscription");
  return subscription;
};

/** The part of the month that is still to come. */
function shareLeft({ items }: Subscription): number {
  const [item] = items.data;
  if (!item) return 0;
  const length = item.current_period_end - item.current_period_start;
  return Math.min(1, Math.max(0, (item.current_period_end - now()) / length));
}

const worth = ({ items }: Pick<Subscription, "items">, share: number) =>
  Math.round(items.data.reduce((sum, { price }) => sum + price.unit_amount, 0) * share);

function changeSubscription(books: Books, form: Form, id: string) {
  const subscription = living(books, id);
  const next = rows(form, "items").reduce(
    (items, row) => changedItems(books, subscription, items, row),
    structuredClone(subscription.items.data),
  );
  if (next.length === 0)
    throw invalidRequest(
      "A subscription must have at least one active item. To remove all of them, cancel the subscription.",
    );
  const share = shareLeft(subscription);
  const after = { items: listOf(next, subscription.items.url) };
  const total = worth(after, share) - worth(subscription, share);
  const isInvoiced = form.proration_behavior === "always_invoice" && total !== 0;
  const invoice = isInvoiced
    ? bill(books, subscription, { total, reason: "subscription_update" })
    : undefined;
  if (invoice?.status === "open" && form.payment_behavior === "pending_if_incomplete")
    subscription.pending_update = { expires_at: now() + 82_800, subscription_items: next };
  else subscription.items = after.items;
  announce(books, "customer.subscription.updated", subscription);
  return subscription;
}

/** A row that names an item changes or removes it; one that names none adds an item. */
function changedItems(books: Books, { id }: Subscription, items: Item[], row: Form): Item[] {
  const known = text(row, "id");
  if (known === undefined) {
    const price = onSale(books, needed(row, "price"));
    if (items.some((one) => one.price.id === price.id))
      throw invalidRequest(
        `Cannot add multiple subscription items with the same plan: '${price.id}'`,
      );
    return [...items, newItem(books, id, price.id)];
  }
  if (!items.some((one) => one.id === known)) found(new Map(), known, "subscription_item", "items");
  if (row.deleted === "true") return items.filter((one) => one.id !== known);
  const price = onSale(books, needed(row, "price"));
  return items.map((one) => (one.id === known ? { ...one, price } : one));
}
