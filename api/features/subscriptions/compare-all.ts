import { HttpError } from "#api/http/errors.ts";
import { isEnded } from "./billed-truth.ts";
import type { Billing } from "./billing.ts";
import { readAfresh } from "./read-afresh.ts";
import { note } from "./receive-event.ts";

/** Finds changes of which no event has told: every account's row is compared with what Stripe has. */
export async function compareAll(billing: Billing, signal: AbortSignal): Promise<void> {
  const { service, log } = billing;
  const accounts = await service<{ user_id: string }[]>`
    select user_id from private.billing where customer_id is not null
     order by read_at nulls first
  `;
  for (const { user_id } of accounts) {
    signal.throwIfAborted();
    await readAfresh(billing, user_id).catch(noteTrouble(log, user_id));
  }
  await endForsaken(billing, signal);
  await service`
    delete from private.stripe_events where received_at < now() - interval '60 days'
  `;
}

/** The trouble of one account alone keeps no other waiting. Where Stripe does not answer, all is compared again. */
const noteTrouble = (log: Billing["log"], user: string | undefined) => (err: unknown) => {
  if (!(err instanceof HttpError) || err.code === "payments_unreachable") throw err;
  log.warn({ err, user }, "what an account pays for was not compared");
};

/** Ends subscriptions of accounts deleted here, and of no others: another server may sell at the same Stripe. */
async function endForsaken(
  { service, payments, log }: Billing,
  signal: AbortSignal,
): Promise<void> {
  for await (const { account, subscription } of payments.billedAccounts()) {
    signal.throwIfAborted();
    const [gone] = await service<{ email: string }[]>`
      select target as email from public.audit_log
       where act = 'account_deleted' and target_id::text = ${account ?? null} limit 1
    `;
    if (!gone || isEnded(subscription)) continue;
    const title = `${gone.email} was still paying after the account was deleted. That has ended now: see at Stripe what is to be given back`;
    const end = payments.endSubscription(subscription, `kinora-forsaken-${subscription.id}`);
    await end.then(() => note(service, subscription.id, title)).catch(noteTrouble(log, account));
  }
}
