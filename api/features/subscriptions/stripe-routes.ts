import { reply } from "#api/http/reply.ts";
import { requireJson } from "#api/http/valid.ts";
import type { Parts } from "#api/parts.ts";
import { Done } from "#contract/common.ts";
import { keepEvent, readEvent } from "./receive-event.ts";

/** Its signature lets an event in. */
export function serveStripe({ api, database, jobs, payments }: Parts): void {
  const service = database.asService("Stripe has no account here");

  api.post("/stripe/webhook", async (c) => {
    requireJson(c.req.raw);
    const event = await readEvent(payments, c.req.header("Stripe-Signature"), () => c.req.text());
    await keepEvent(service, jobs, event);
    return reply(c, Done, { success: true });
  });
}
