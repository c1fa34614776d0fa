import type { Logger } from "pino";
import { conflict } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Payments } from "#api/services/stripe.ts";
import { PaymentTrouble } from "#api/services/stripe-client.ts";

/** Where things are sold: Stripe, and what we remember of it. */
export interface Billing {
  service: Db;
  payments: Payments;
  log: Logger;
}

/** Longer than all calls of one change may take together. */
const LONGEST_CHANGE_SECONDS = 180;

const UNDER_WAY = "A change of your subscription is under way already. Please wait a moment.";

/** One change of a subscription at a time: two clicks, two tabs or two servers take turns. */
export async function oneAtATime<T>(service: Db, account: string, act: () => Promise<T>) {
  const me = crypto.randomUUID();
  const [, taken] = await service((sql) =>
    Promise.all([
      sql`insert into private.billing (user_id) values (${account}) on conflict do nothing`,
      sql`
        update private.billing
           set busy_by = ${me}, busy_process = private.this_process(),
               busy_until = now() + make_interval(secs => ${LONGEST_CHANGE_SECONDS})
         where user_id = ${account} and not private.is_held(busy_process, busy_until)
        returning 1
      `,
    ]),
  );
  if (taken.length === 0) throw conflict(UNDER_WAY, "change_under_way");
  try {
    return await act();
  } finally {
    await service`
      update private.billing set busy_by = null, busy_until = null
       where user_id = ${account} and busy_by = ${me}
    `;
  }
}

/**
 * One write to Stripe, with a key of our own row. Without an answer of Stripe's the outcome is unknown: a second
 * request for the same sends the same key, and it is done once.
 */
export async function attempt<T>(
  service: Db,
  { account, what }: { account: string; what: string },
  act: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const [row] = await service<{ attempt: number }[]>`
    select attempt from private.billing where user_id = ${account}
  `;
  const over = () =>
    service`update private.billing set attempt = attempt + 1 where user_id = ${account}`;
  try {
    const answer = await act(`kinora-${account}-${row?.attempt ?? 0}-${what}`);
    await over();
    return answer;
  } catch (error) {
    if (error instanceof PaymentTrouble && error.isOver) await over();
    throw error;
  }
}
