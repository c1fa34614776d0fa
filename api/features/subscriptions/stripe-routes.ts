import type { Hono } from "hono";
import type { AppEnv, Base } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { requireJson } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Payments } from "#api/services/stripe.ts";
import { Done } from "#contract/common.ts";
import { keepEvent, readEvent } from "./receive-event.ts";

interface Deps extends Pick<Base, "database"> {
  api: Hono<AppEnv>;
  jobs: Pick<Jobs, "send">;
  payments: Payments | null;
}

/** Its signature lets an event in. */
export function serveStripe({ api, database, jobs, payments }: Deps): void {
  const service = database.asService("Stripe has no account here");

  api.post("/stripe/webhook", async (c) => {
    requireJson(c.req.raw);
    const event = await readEvent(payments, c.req.header("Stripe-Signature"), () => c.req.text());
    await keepEvent(service, jobs, event);
    return reply(c, Done, { success: true });
  });
}
