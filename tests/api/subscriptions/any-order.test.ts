import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAfresh } from "#api/features/subscriptions/read-afresh.ts";
import { workOnEvent } from "#api/features/subscriptions/receive-event.ts";
import type { Event, Subscription } from "#tests/stand-ins/stripe-books.ts";
import { saleCalls } from "#tests/stand-ins/stripe-calls.ts";
import { completeCheckout, giveUp, payInvoice, renew } from "#tests/stand-ins/stripe-life.ts";
import { subscriptionCalls } from "#tests/stand-ins/stripe-subscription-calls.ts";
import { enableAddon, selling, subscribe } from "./selling.ts";

/** `KINORA_ORDER_RUNS=200` looks longer. */
const RUNS = Number(process.env.KINORA_ORDER_RUNS ?? 8);

const { app, stripe, billing } = await selling();
const { books } = stripe;

/** Prices exist once somebody has asked for them. */
const first = await app.person({ plan: "Free" });
for (const plan of ["Starter", "Pro", "Premium"]) await subscribe(first, plan);
await enableAddon(first);
const priceOf = (lookupKey: string) =>
  [...books.prices.values()].find((price) => price.lookup_key === lookupKey)?.id ?? "";

/** One step in the life of a customer's subscription, done at Stripe. */
type Step = (customer: string) => void;

const mine = (customer: string): Subscription => {
  const found = [...books.subscriptions.values()].findLast((one) => one.customer === customer);
  if (!found) throw new Error("nothing was bought");
  return found;
};

const buy =
  (lookupKey: string): Step =>
  (customer) => {
    const form = { customer, line_items: { 0: { price: priceOf(lookupKey) } }, success_url: "x" };
    saleCalls["POST /v1/checkout/sessions"]?.answer(books, form, "");
    completeCheckout(books, [...books.sessions.keys()].at(-1) ?? "");
  };

const change =
  (items: (subscription: Subscription) => Record<string, string>): Step =>
  (customer) => {
    const subscription = mine(customer);
    const charged = { proration_behavior: "always_invoice" };
    const form = { ...charged, items: { 0: items(subscription) } };
    const paid = { ...form, payment_behavior: "pending_if_incomplete" };
    subscriptionCalls["POST /v1/subscriptions/:id"]?.answer(books, paid, subscription.id);
  };

const to = (lookupKey: string) =>
  change(({ items }) => ({ id: items.data[0]?.id ?? "", price: priceOf(lookupKey) }));
const add = (lookupKey: string) => change(() => ({ price: priceOf(lookupKey) }));
const dropLast = change(({ items }) => ({ id: items.data.at(-1)?.id ?? "", deleted: "true" }));
const cancel: Step = (customer) =>
  void subscriptionCalls["DELETE /v1/subscriptions/:id"]?.answer(
    books,
    { prorate: "true" },
    mine(customer).id,
  );
const refuseCard: Step = (customer) => void books.refused.add(customer);
const takeCard: Step = (customer) => void books.refused.delete(customer);
const nextMonth: Step = (customer) => void renew(books, mine(customer).id);
const payLast: Step = (customer) => payInvoice(books, mine(customer).latest_invoice ?? "");
const endUnpaid: Step = (customer) => giveUp(books, mine(customer).id, "unpaid");

const lives: Record<string, Step[]> = {
  "a subscription": [buy("kinora_pro")],
  "an upgrade": [buy("kinora_starter"), to("kinora_premium")],
  "a downgrade": [buy("kinora_premium"), to("kinora_starter")],
  "an upgrade that is not paid at once": [
    buy("kinora_starter"),
    refuseCard,
    to("kinora_premium"),
    payLast,
  ],
  "an add-on, on and off": [buy("kinora_pro"), add("kinora_subtitles"), dropLast],
  "an add-on, off and on": [
    buy("kinora_pro"),
    add("kinora_subtitles"),
    dropLast,
    add("kinora_subtitles"),
  ],
  "an end": [buy("kinora_pro"), cancel],
  "an end and a new beginning": [buy("kinora_pro"), cancel, buy("kinora_starter")],
  "a payment that fails": [buy("kinora_pro"), refuseCard, nextMonth],
  "a payment that fails and is made": [buy("kinora_pro"), refuseCard, nextMonth, takeCard, payLast],
  "a payment that is never made": [buy("kinora_pro"), refuseCard, nextMonth, endUnpaid],
};

/** The row as it must be, told by Stripe's books alone. */
function expectedRow(customer: string) {
  const subscription = [...books.subscriptions.values()].findLast(
    (one) => one.customer === customer && ["active", "past_due"].includes(one.status),
  );
  const items = subscription?.items.data ?? [];
  const keys = items.map(({ price }) => price.lookup_key);
  const plan = ["kinora_starter", "kinora_pro", "kinora_premium"].find((key) => keys.includes(key));
  return {
    plan: plan?.replace("kinora_", "") ?? "free",
    addon: keys.includes("kinora_subtitles"),
    status: subscription?.status ?? "active",
    items: items.map(({ id }) => id).sort(),
  };
}

async function ourRow(account: string) {
  const [row] = await billing.service(
    (sql) => sql<Record<string, unknown>[]>`
      select s.*, lower(p.name) as plan from public.subscriptions s join public.plans p on p.id = s.plan_id
       where user_id = ${account}
    `,
  );
  return row ?? {};
}

/** A customer to whom nothing has happened yet. */
async function newCustomer(account: string) {
  const made = saleCalls["POST /v1/customers"]?.answer(books, { email: "ada@example.org" }, "");
  const customer = [...books.customers.keys()].at(-1) ?? "";
  expect(made).toMatchObject({ id: customer });
  await billing.service((sql) =>
    Promise.all([
      sql`
        insert into private.billing (user_id, customer_id) values (${account}, ${customer})
        on conflict (user_id) do update set customer_id = excluded.customer_id
      `,
      sql`
        update public.subscriptions
           set plan_id = (select id from public.plans where name = 'Free'), storage_type = 'google_drive',
               plan_billing_id = null, subtitle_addon_billing_id = null, subtitle_addon_enabled = false,
               subtitle_addon_started_at = null, status = 'active', past_due_since = null
         where user_id = ${account}
      `,
    ]),
  );
  return customer;
}

const hear = async (events: readonly Event[]) => {
  for (const { id, type, data } of events) {
    const { customer, object, id: subject } = data.object as Record<string, string | undefined>; // each has them
    await billing.service(
      (sql) => sql`
        insert into private.stripe_events (id, type, customer_id, object_id)
        values (${id}, ${type}, ${(object === "customer" ? subject : customer) ?? null}, ${subject ?? null})
        on conflict do nothing
      `,
    );
  }
  await Promise.all(events.map(({ id }) => workOnEvent(billing, id)));
};

/** Numbers from 0 to 1, the same for the same seed. */
function diceFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Takes so many from anywhere among those that wait; now and then one of them stays, to come again. */
function take(waiting: Event[], dice: () => number, most: number): Event[] {
  const taken: Event[] = [];
  while (taken.length < most && waiting.length > 0) {
    const at = Math.floor(dice() * waiting.length);
    const event = waiting[at];
    if (event) taken.push(event);
    if (dice() > 0.25) waiting.splice(at, 1);
  }
  return taken;
}

describe("in whatever order it is heard, twice or late,", () => {
  it.each(Object.entries(lives))(
    "%s ends in the row that Stripe has",
    async (_, life) => {
      const { id: account } = await app.person({ plan: "Free" });
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const dice = diceFrom(seed);
          const customer = await newCustomer(account);
          const waiting: Event[] = [];
          books.tell = (event) => void waiting.push(event);
          for (const step of life) {
            step(customer);
            // Some events are heard at once, several at the same time; the others only when more has happened.
            if (dice() < 0.5) await hear(take(waiting, dice, 3));
          }
          while (waiting.length > 0) await hear(take(waiting, dice, 4));

          const row = await ourRow(account);
          const found = {
            plan: row.plan,
            addon: row.subtitle_addon_enabled,
            status: row.status,
            items: [row.plan_billing_id, row.subtitle_addon_billing_id].filter(Boolean).sort(),
          };
          expect(found).toEqual(expectedRow(customer));
          await readAfresh(billing, account);
          expect(await ourRow(account)).toEqual(row);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    Math.max(60_000, RUNS * 5000),
  );
});
