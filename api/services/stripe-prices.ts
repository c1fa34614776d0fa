import type Stripe from "stripe";
import { type AskStripe, idOf } from "./stripe-client.ts";

/** Something that is sold by the month. */
export interface Offer {
  /** By which its price is found in Stripe, where an operator may have made it. */
  lookupKey: string;
  name: string;
  cents: number;
}

export interface Price {
  id: string;
  product: string;
}

/**
 * The price with this key. Where it has another amount a new price takes the key; the former stays for people who
 * subscribed at it. The caller makes sure that nobody else does this at the same time: with a key of ours Stripe
 * would repeat a failure for a day.
 */
export async function priceOf(ask: AskStripe, offer: Offer): Promise<Price> {
  const { lookupKey, cents } = offer;
  const list = await ask("list", (stripe) =>
    stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }),
  );
  const [known] = list.data;
  if (known && isMonthly(known) && known.unit_amount === cents)
    return { id: known.id, product: idOf(known.product) };
  const product = known ? idOf(known.product) : await productFor(ask, offer);
  return (await formerPrice(ask, offer, product)) ?? (await newPrice(ask, offer, product));
}

async function productFor(ask: AskStripe, { lookupKey, name }: Offer): Promise<string> {
  const product = await ask("product", (stripe) =>
    stripe.products.create({ name: `Kinora ${name}`, metadata: { kinora: lookupKey } }),
  );
  return product.id;
}

/** A price that was raised and lowered again is the one that it was. */
async function formerPrice(ask: AskStripe, offer: Offer, product: string) {
  const list = await ask("list", (stripe) =>
    stripe.prices.list({ product, active: true, limit: 100 }),
  );
  const former = list.data.find((one) => isMonthly(one) && one.unit_amount === offer.cents);
  if (!former) return undefined;
  const { id } = await ask("price", (stripe) =>
    stripe.prices.update(former.id, { lookup_key: offer.lookupKey, transfer_lookup_key: true }),
  );
  return { id, product };
}

async function newPrice(ask: AskStripe, { lookupKey, cents }: Offer, product: string) {
  const { id } = await ask("price", (stripe) =>
    stripe.prices.create({
      product,
      currency: "usd",
      unit_amount: cents,
      recurring: { interval: "month" },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
    }),
  );
  return { id, product };
}

const isMonthly = ({ currency, recurring }: Pick<Stripe.Price, "currency" | "recurring">) =>
  currency === "usd" && recurring?.interval === "month" && recurring.interval_count === 1;
