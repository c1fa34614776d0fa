import { conflict } from "#api/http/errors.ts";
import type { BilledSubscription } from "#api/services/stripe-subscriptions.ts";
import { liveOne, superfluous, truthOf } from "./billed-truth.ts";
import type { Till } from "./till.ts";
import { type Wares, waresFor } from "./wares.ts";

export interface Billed {
  live: BilledSubscription | undefined;
  all: readonly BilledSubscription[];
  wares: Wares;
}

export const NOTHING: Billed = { live: undefined, all: [], wares: new Map() };

/** So often others may be faster with writing what they have read. */
const TRIES = 8;

/**
 * Asks Stripe what this account has, and writes that. Whatever was heard (an event, an answer, a return from
 * Checkout) leads here and decides nothing itself, so it does not matter in which order, how often, or whether
 * at all it was heard.
 */
export async function readAfresh(till: Till, account: string): Promise<Billed> {
  for (let tries = 0; tries < TRIES; tries++) {
    const ticket = await takeTicket(till, account);
    if (!ticket) return NOTHING;
    const all = await till.payments.subscriptionsOf(ticket.customer);
    // Nobody ever subscribed: what an operator has given is not taken away.
    if (all.length === 0) return NOTHING;
    const double = superfluous(all);
    for (const one of double) await till.payments.endSubscription(one, `kinora-double-${one.id}`);
    if (double.length > 0) continue;
    const live = liveOne(all);
    const wares = await waresFor(till, live ? productsOf(live) : []);
    const oweSince = live?.status === "past_due" ? await till.payments.oweSince(live.id) : null;
    const truth = truthOf(live, wares, oweSince);
    if (await write(till, { account, ticket: ticket.number, truth, isPaid: live !== undefined }))
      return { live, all, wares };
  }
  throw conflict("Your subscription is changing just now. Please try again.", "change_under_way");
}

const productsOf = ({ items, pendingProducts }: BilledSubscription) => [
  ...items.map(({ product }) => product),
  ...(pendingProducts ?? []),
];

async function takeTicket({ service }: Till, account: string) {
  const [row] = await service(
    (sql) => sql<{ customer: string; number: number }[]>`
      update private.billing set tickets = tickets + 1
       where user_id = ${account} and customer_id is not null
      returning customer_id as customer, tickets as number
    `,
  );
  return row;
}

interface Reading {
  account: string;
  ticket: number;
  truth: object;
  isPaid: boolean;
}

/** A Checkout that led to a subscription is done. */
async function write({ service }: Till, { account, ticket, truth, isPaid }: Reading) {
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
