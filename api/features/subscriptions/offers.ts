import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Offer, Price } from "#api/services/stripe-prices.ts";
import { ADDON_PRICE_USD, type Plan } from "#contract/subscriptions.ts";
import type { Billing } from "./billing.ts";

/** A plan, or, without one, the subtitle add-on. */
export interface PlanOrAddon extends Offer {
  planId: string | null;
}

type PlanRow = Pick<Plan, "id" | "name" | "price_usd">;

export const addon: PlanOrAddon = {
  planId: null,
  lookupKey: "kinora_subtitles",
  name: "subtitle add-on",
  cents: ADDON_PRICE_USD * 100,
};

export const readPlans = (db: Db) =>
  db<Plan[]>`
    select id, name, price_usd::float8, storage_gb, features from public.plans order by position
  `;

export const readPlan = async (db: Db, id: string): Promise<PlanOrAddon> =>
  planOffer(
    one(
      await db<PlanRow[]>`
        select id, name, price_usd::float8 from public.plans where id = ${id}
      `,
      "This plan does not exist.",
    ),
  );

const planOffer = ({ id, name, price_usd }: PlanRow): PlanOrAddon => ({
  planId: id,
  lookupKey: `kinora_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`,
  name,
  cents: Math.round(price_usd * 100),
});

/** A price is remembered by its amount: after an edit of a plan in our table another is looked for, or made. */
export async function priceOf({ service, payments }: Billing, offer: PlanOrAddon): Promise<Price> {
  const known = await service((sql) => readPrice(sql, offer));
  if (known) return known;
  const { lookupKey, cents, planId } = offer;
  return await service(async (sql) => {
    // One process at a time: this happens once for each price that there ever is.
    await sql`select pg_advisory_xact_lock(hashtext('kinora.prices'))`;
    const madeMeanwhile = await readPrice(sql, offer);
    if (madeMeanwhile) return madeMeanwhile;
    const { id, product } = await payments.priceOf(offer);
    await sql`
      insert into private.prices (lookup_key, cents, price_id, product_id, plan_id)
      values (${lookupKey}, ${cents}, ${id}, ${product}, ${planId})
    `;
    return { id, product };
  });
}

async function readPrice(sql: Sql, { lookupKey, cents }: Offer): Promise<Price | undefined> {
  const [known] = await sql<Price[]>`
    select price_id as id, product_id as product from private.prices
     where lookup_key = ${lookupKey} and cents = ${cents}
  `;
  return known;
}

/** The meaning of each of Stripe's products here: a plan's id, or null for the add-on. */
export type PlansByProduct = ReadonlyMap<string, string | null>;

/** Asks Stripe for products that we do not know yet, where a subscription names one. */
export async function plansOf(billing: Billing, products: readonly string[]) {
  const known = await readPlansByProduct(billing.service);
  if (products.every((product) => known.has(product))) return known;
  const plans = await billing.service<PlanRow[]>`
    select id, name, price_usd::float8 from public.plans where price_usd > 0
  `;
  for (const offer of [...plans.map(planOffer), addon]) await priceOf(billing, offer);
  return readPlansByProduct(billing.service);
}

async function readPlansByProduct(service: Db): Promise<PlansByProduct> {
  const rows = await service<{ product_id: string; plan_id: string | null }[]>`
    select distinct product_id, plan_id from private.prices
  `;
  return new Map(rows.map(({ product_id, plan_id }) => [product_id, plan_id]));
}
