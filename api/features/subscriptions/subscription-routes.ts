import { Hono } from "hono";
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
  objects: Pick<Objects, "room">;
}

/** Mounted behind `signedIn`. */
export function subscriptionRoutes({ env, objects }: Deps) {
  const payments = env.STRIPE_SECRET_KEY !== undefined;
  const free = freeOfCharge(payments);
  const withPayments = (subscription: Subscription) => ({ ...subscription, payments });

  return new Hono<AppEnv>()
    .get("/plans", async (c) => reply(c, PlanList, { plans: await readPlans(c.var.db) }))
    .get("/current", async (c) =>
      reply(c, CurrentSubscription, withPayments(await readSubscription(c.var.db))),
    )
    .get("/storage-usage", async (c) =>
      reply(c, StorageUsage, await readStorageUsage(c.var.db, objects)),
    )
    .post("/subscribe", free, valid("json", Subscribe), async (c) => {
      const changed = await changePlan(c.var.db, c.req.valid("json").plan_id);
      return reply(c, CurrentSubscription, withPayments(changed));
    })
    .post("/cancel", async (c) => {
      const changed = await cancelSubscription(c.var.db);
      return reply(c, CurrentSubscription, withPayments(changed));
    })
    .post("/subtitle-addon/enable", free, async (c) => {
      const changed = await switchSubtitleAddon(c.var.db, true);
      return reply(c, CurrentSubscription, withPayments(changed));
    })
    .post("/subtitle-addon/disable", async (c) => {
      const changed = await switchSubtitleAddon(c.var.db, false);
      return reply(c, CurrentSubscription, withPayments(changed));
    });
}
