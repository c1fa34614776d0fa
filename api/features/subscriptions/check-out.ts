import type { CloseAccount } from "#api/access/account.ts";
import { conflict, one } from "#api/http/errors.ts";
import { objectRemoval } from "#api/job-kinds.ts";
import type { Database } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Checkout } from "#api/services/stripe.ts";
import { PaymentTrouble } from "#api/services/stripe-client.ts";
import { isEnded } from "./billed-truth.ts";
import { attempt, type Billing, oneAtATime } from "./billing.ts";
import { type PlanOrAddon, priceOf } from "./offers.ts";
import { type Billed, NOTHING, readAfresh } from "./read-afresh.ts";

/** The account that makes the request, and the address at which it sees us. */
export interface Visit {
  account: string;
  origin: string;
}

const PROCESSING =
  "Your payment is being processed. Your plan changes by itself as soon as it has come.";

/** The page on which the first payment is made. One is open at a time: two that are paid were two subscriptions. */
export async function checkOut(
  billing: Billing,
  { account, origin }: Visit,
  { offer, billed }: { offer: PlanOrAddon; billed: Billed },
): Promise<string> {
  const { service, payments } = billing;
  const price = await priceOf(billing, offer);
  const row = await readBilling(billing, account);
  const open = row.checkout_id ? await payments.readCheckout(row.checkout_id) : undefined;
  if (open?.status === "open" && open.url && row.checkout_for === price.id) return open.url;
  if (open) await close(billing, open, billed);
  const customer = row.customer_id ?? (await newCustomer(billing, account, row.email));
  const made = await attempt(service, { account, what: `checkout-${price.id}` }, (key) =>
    payments.openCheckout(
      {
        account,
        customer,
        price: price.id,
        paidUrl: `${origin}/subscription?paid=${offer.planId === null ? "subtitle" : "plan"}`,
        leaveUrl: `${origin}/subscription`,
      },
      key,
    ),
  );
  await service`
    update private.billing set checkout_id = ${made.id}, checkout_for = ${price.id}
     where user_id = ${account}
  `;
  if (!made.url) throw conflict(PROCESSING, "payment_processing");
  return made.url;
}

/** Closes a page, so that nothing can be paid on it any more; refused where a payment was just made. */
async function close({ payments }: Billing, open: Checkout, billed: Billed): Promise<void> {
  const begun = billed.all.find(({ id }) => id === open.subscription);
  if (open.status === "complete" && !(begun && isEnded(begun)))
    throw conflict(PROCESSING, "payment_processing");
  if (open.status !== "open") return;
  await payments.closeCheckout(open.id).catch((error: unknown) => {
    // Stripe refuses only where somebody is paying on it at this moment.
    if (!(error instanceof PaymentTrouble && error.code === "payments_refused")) throw error;
    throw conflict(PROCESSING, "payment_processing");
  });
}

/** Tens of thousands of recordings go along. Postgres gives up before the pool, and before others may buy for the account. */
const LONGEST_REMOVAL = "150s";

/**
 * A deleted account is not charged: until it has gone, nothing can be bought for it. Its rows go now, by their
 * keys; its bytes go by a job.
 */
export const accountCloser =
  (database: Database, billing: Billing | null, jobs: Pick<Jobs, "send">): CloseAccount =>
  async (by, account, remove): Promise<void> => {
    const leave = database.as(by, "farewell");
    const removed = () =>
      leave(async (sql) => {
        await sql`select set_config('statement_timeout', ${LONGEST_REMOVAL}, true)`;
        return remove(sql);
      });
    await (billing
      ? oneAtATime(billing.service, account, () => settle(billing, account).then(removed))
      : removed());
    await jobs.send(null, objectRemoval, {});
  };

async function settle(billing: Billing, account: string): Promise<void> {
  const billed = await readAfresh(billing, account).catch(unlessMissing);
  const { checkout_id: id } = await readBilling(billing, account);
  const open = id ? await billing.payments.readCheckout(id).catch(unlessMissing) : undefined;
  if (open) await close(billing, open, billed ?? NOTHING);
}

/** An object of another Stripe account, or deleted there, charges nothing: it counts as absent. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof PaymentTrouble && error.isMissing)) throw error;
}

type Remembered = Record<"customer_id" | "checkout_id" | "checkout_for", string | null>;

export const readBilling = async ({ service }: Billing, account: string) =>
  one(
    await service<(Remembered & { email: string })[]>`
      select b.customer_id, b.checkout_id, b.checkout_for, u.email
        from public.users u left join private.billing b on b.user_id = u.id
       where u.id = ${account}
    `,
  );

/** A customer is made once: a second request, after no answer, sends the same key. */
async function newCustomer({ service, payments }: Billing, account: string, email: string) {
  const customer = await attempt(service, { account, what: "customer" }, (key) =>
    payments.customerFor({ account, email }, key),
  );
  await service`update private.billing set customer_id = ${customer} where user_id = ${account}`;
  return customer;
}
