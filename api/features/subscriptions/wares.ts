import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Price, Ware } from "#api/services/stripe-prices.ts";
import { ADDON_PRICE_USD } from "#contract/subscriptions.ts";
import type { Till } from "./till.ts";

/** A plan, or, without one, the subtitle add-on. */
export interface PlanOrAddon extends Ware {
  planId: string | null;
}

interface PlanRow {
  id: string;
  name: string;
  price_usd: number;
}

export const addon: PlanOrAddon = {
  planId: null,
  lookupKey: "kinora_subtitles",
  name: "subtitle add-on",
  cents: ADDON_PRICE_USD * 100,
};

export const readPlan = async (db: Db, id: string): Promise<PlanOrAddon> =>
  planWare(
    one(
      await db(
        (sql) => sql<PlanRow[]>`
          select id, name, price_usd::float8 from public.plans where id = ${id}
        `,
      ),
      "This plan does not exist.",
    ),
  );

const planWare = ({ id, name, price_usd }: PlanRow): PlanOrAddon => ({
  planId: id,
  lookupKey: `kinora_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`,
  name,
  cents: Math.round(price_usd * 100),
});

/** Remembered by its amount: a plan whose price was edited in our table is looked for, or made, anew. */
export async function priceOf({ service, payments }: Till, ware: PlanOrAddon): Promise<Price> {
  const known = await service((sql) => readPrice(sql, ware));
  if (known) return known;
  const { lookupKey, cents, planId } = ware;
  return await service(async (sql) => {
    // One at a time, in all processes: it happens once for each price that there ever is.
    await sql`select pg_advisory_xact_lock(hashtext('kinora.prices'))`;
    const madeMeanwhile = await readPrice(sql, ware);
    if (madeMeanwhile) return madeMeanwhile;
    const { id, product } = await payments.priceOf(ware);
    await sql`
      insert into private.prices (lookup_key, cents, price_id, product_id, plan_id)
      values (${lookupKey}, ${cents}, ${id}, ${product}, ${planId})
    `;
    return { id, product };
  });
}

async function readPrice(sql: Sql, { lookupKey, cents }: Ware): Promise<Price | undefined> {
  const [known] = await sql<Price[]>`
    select price_id as id, product_id as product from private.prices
     where lookup_key = ${lookupKey} and cents = ${cents}
  `;
  return known;
}

/** What each of Stripe's products is here: a plan's id, or null for the add-on. */
export type Wares = ReadonlyMap<string, string | null>;

/** Asks Stripe for those that we do not know yet, where a subscription names one. */
export async function waresFor(till: Till, products: readonly string[]): Promise<Wares> {
  const known = await readWares(till.service);
  if (products.every((product) => known.has(product))) return known;
  const plans = await till.service(
    (sql) => sql<PlanRow[]>`
      select id, name, price_usd::float8 from public.plans where price_usd > 0
    `,
  );
  for (const ware of [...plans.map(planWare), addon]) await priceOf(till, ware);
  return readWares(till.service);
}

async function readWares(service: Db): Promise<Wares> {
  const rows = await service(
    (sql) => sql<{ product_id: string; plan_id: string | null }[]>`
      select distinct product_id, plan_id from private.prices
    `,
  );
  return new Map(rows.map(({ product_id, plan_id }) => [product_id, plan_id]));
}
