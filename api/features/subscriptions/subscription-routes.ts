import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { CurrentSubscription, PlanList, StorageUsage, Subscribe } from "#contract/subscriptions.ts";
import { cancelSubscription, changePlan, switchSubtitleAddon } from "./change-subscription.ts";
import { readSubscription, type Subscription } from "./current-subscription.ts";
import { freeOfCharge } from "./free-of-charge.ts";
import { readPlans } from "./read-plans.ts";
import { readStorageUsage } from "./storage-usage.ts";

interface Deps extends Pick<Base, "env"> {
  guards: Guards;
  objects: Pick<Objects, "room">;
}

/** Mounted at `/subscriptions`. */
export function subscriptionRoutes({ env, guards, objects }: Deps) {
  const payments = env.STRIPE_SECRET_KEY !== undefined;
  const free = freeOfCharge(payments);
  const withPayments = (subscription: Subscription) => ({ ...subscription, payments });

  return new Hono<AppEnv>()
    .get("/plans", guards.session, async (c) =>
      reply(c, PlanList, { plans: await readPlans(c.var.db) }),
    )
    .get("/current", guards.session, async (c) =>
      reply(c, CurrentSubscription, withPayments(await readSubscription(c.var.db))),
    )
    .get("/storage-usage", guards.session, async (c) =>
      reply(c, StorageUsage, await readStorageUsage(c.var.db, objects)),
    )
    .post("/subscribe", guards.session, valid("json", Subscribe), async (c) => {
      const changed = await changePlan(c.var.db, c.req.valid("json").plan_id, { payments });
      return reply(c, CurrentSubscription, withPayments(changed));
    })
    .post("/cancel", guards.session, async (c) => {
      const changed = await cancelSubscription(c.var.db);
      return reply(c, CurrentSubscription, withPayments(changed));
    })
    .post("/subtitle-addon/enable", guards.session, free, async (c) => {
      const changed = await switchSubtitleAddon(c.var.db, true);
      return reply(c, CurrentSubscription, withPayments(changed));
    })
    .post("/subtitle-addon/disable", guards.session, async (c) => {
      const changed = await switchSubtitleAddon(c.var.db, false);
      return reply(c, CurrentSubscription, withPayments(changed));
    });
}
