import { conflict } from "#api/http/errors.ts";
import type { BilledSubscription } from "#api/services/stripe-subscriptions.ts";
import { liveOne, superfluous, truthOf } from "./billed-truth.ts";
import type { Billing } from "./billing.ts";
import { type PlansByProduct, plansOf } from "./offers.ts";

export interface Billed {
  live: BilledSubscription | undefined;
  all: readonly BilledSubscription[];
  plansByProduct: PlansByProduct;
}

export const NOTHING: Billed = { live: undefined, all: [], plansByProduct: new Map() };

/** So often others may be faster with writing what they have read. */
const TRIES = 8;

/**
 * Asks Stripe what this account has, and writes that. Each piece of news (an event, an answer, a return from
 * Checkout) leads here and decides nothing itself, so it does not matter in which order, how often, or whether
 * at all it was heard.
 */
export async function readAfresh(billing: Billing, account: string): Promise<Billed> {
  for (let tries = 0; tries < TRIES; tries++) {
    const ticket = await takeTicket(billing, account);
    if (!ticket) return NOTHING;
    const all = await billing.payments.subscriptionsOf(ticket.customer);
    // The customer never subscribed: a plan that an operator has given is not taken away.
    if (all.length === 0) return NOTHING;
    const double = superfluous(all);
    for (const one of double)
      await billing.payments.endSubscription(one, `kinora-double-${one.id}`);
    if (double.length > 0) continue;
    const live = liveOne(all);
    const plansByProduct = await plansOf(billing, live ? productsOf(live) : []);
    const oweSince = live?.status === "past_due" ? await billing.payments.oweSince(live.id) : null;
    const truth = truthOf(live, plansByProduct, oweSince);
    if (await write(billing, account, { ticket: ticket.number, truth, isPaid: live !== undefined }))
      return { live, all, plansByProduct };
  }
  throw conflict("Your subscription is changing just now. Please try again.", "change_under_way");
}

const productsOf = ({ items, pendingProducts }: BilledSubscription) => [
  ...items.map(({ product }) => product),
  ...(pendingProducts ?? []),
];

async function takeTicket({ service }: Billing, account: string) {
  const [row] = await service<{ customer: string; number: number }[]>`
    update private.billing set tickets = tickets + 1
     where user_id = ${account} and customer_id is not null
    returning customer_id as customer, tickets as number
  `;
  return row;
}

/** A Checkout that led to a subscription is done. */
async function write(
  { service }: Billing,
  account: string,
  { ticket, truth, isPaid }: { ticket: number; truth: object; isPaid: boolean },
) {
  const facts = JSON.stringify(truth);
  return await service(async (sql) => {
    const [row] = await sql<{ written: boolean }[]>`
      select private.write_billing(${account}, ${ticket}, ${facts}::text::jsonb) as written
    `;
    if (row?.written && isPaid)
      await sql`
        update private.billing set checkout_id = null, checkout_for = null
         where user_id = ${account} and checkout_id is not null
      `;
    return row?.written ?? false;
  });
}
