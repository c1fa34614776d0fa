import { badRequest, unavailable } from "#api/http/errors.ts";
import { stripeEvents } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Payments, StripeEvent } from "#api/services/stripe.ts";

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
