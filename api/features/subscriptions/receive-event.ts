import { badRequest, unavailable } from "#api/http/errors.ts";
import { stripeEvents } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Payments, StripeEvent } from "#api/services/stripe.ts";
import type { Billing } from "./billing.ts";
import { readAfresh } from "./read-afresh.ts";

/** The signature is over the bytes as they were sent, so nothing parses them before. */
export async function readEvent(
  payments: Payments | null,
  signature: string | undefined,
  body: () => Promise<string>,
): Promise<StripeEvent> {
  if (!signature) throw badRequest("This needs Stripe's signature.", "bad_signature");
  if (!payments) throw unavailable("Payments are off on this server.", "payments_off");
  return await payments.readEvent(await body(), signature);
}

/** Kept before it is worked on, so that Stripe has its answer at once; what was kept already is no news. */
export const keepEvent = (
  service: Db,
  jobs: Pick<Jobs, "send">,
  { id, type, customer, object }: StripeEvent,
): Promise<void> =>
  service(async (sql) => {
    const kept = await sql`
      insert into private.stripe_events (id, type, customer_id, object_id)
      values (${id}, ${type}, ${customer}, ${object})
      on conflict (id) do nothing
      returning 1
    `;
    if (kept.length > 0) await jobs.send(sql, stripeEvents, { event_id: id });
  });

/** The object that an event names is read anew: the event itself is never believed. */
export async function workOnEvent(billing: Billing, id: string): Promise<void> {
  const [event] = await billing.service<
    { type: string; object_id: string | null; user_id: string | null }[]
  >`
    select e.type, e.object_id, b.user_id
      from private.stripe_events e left join private.billing b using (customer_id)
     where e.id = ${id} and e.done_at is null
  `;
  if (!event) return;
  if (event.user_id) await readAfresh(billing, event.user_id);
  if (event.object_id) await noteForAdmins(billing, event.type, event.object_id);
  // The customer is forgotten: a person who buys again becomes a new one.
  if (event.type === "customer.deleted" && event.user_id)
    await billing.service`
      update private.billing set customer_id = null, checkout_id = null, checkout_for = null
       where user_id = ${event.user_id}
    `;
  await billing.service`update private.stripe_events set done_at = now() where id = ${id}`;
}

interface Money {
  customer: string | null;
  amount: number;
  currency: string;
}

/** Money that somebody wants back, or has got back, is for an admin to look at; it changes no plan by itself. */
async function noteForAdmins(billing: Billing, type: string, object: string): Promise<void> {
  const { service, payments } = billing;
  if (type.startsWith("charge.dispute.")) {
    const dispute = await payments.readDispute(object);
    const who = await nameOf(service, dispute);
    const title = `${who} disputes a payment of ${written(dispute)} (${dispute.status.replaceAll("_", " ")})`;
    await note(service, `${object} ${dispute.status}`, title);
  }
  if (type === "charge.refunded") {
    const refund = await payments.readRefund(object);
    const title = `${await nameOf(service, refund)} was given back ${written(refund)}`;
    await note(service, `${object} ${refund.amount}`, title);
  }
}

export const note = (service: Db, id: string, title: string) =>
  service`
    insert into public.payment_notes (id, title) values (${id}, ${title}) on conflict do nothing
  `;

async function nameOf(service: Db, { customer }: Money): Promise<string> {
  const [user] = await service<{ username: string }[]>`
    select u.username from private.billing b join public.users u on u.id = b.user_id
     where b.customer_id = ${customer}
  `;
  return user?.username ?? "Somebody";
}

const written = ({ amount, currency }: Money) =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
