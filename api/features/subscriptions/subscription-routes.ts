import { type Context, Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { SignedIn } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { originOf } from "#api/http/public-url.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { Payments } from "#api/services/stripe.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import {
  ChangedSubscription,
  CurrentSubscription,
  PlanList,
  Portal,
  RefreshedSubscription,
  StorageUsage,
  Subscribe,
} from "#contract/subscriptions.ts";
import { readSubscription } from "./current-subscription.ts";
import { freePlanService, paidPlanService } from "./plan-service.ts";
import { readPlans } from "./read-plans.ts";
import { readStorageUsage } from "./storage-usage.ts";

interface Deps extends Pick<Base, "env" | "database" | "log"> {
  guards: Guards;
  takeToken: TakeToken;
  objects: Pick<Objects, "room">;
  payments: Payments | null;
  subtitles: Pick<SubtitleOffer, "needsAddon">;
  /** The recordings of an account that has left a plan with a cloud are moved, from this moment. */
  goHome: (account: string) => Promise<void>;
}

const MESSAGE = "You have changed your subscription very often. Please wait a while and try again.";
const purchases: Limit = {
  name: "purchase:account",
  capacity: 20,
  period: 3600,
  message: MESSAGE,
};
const purchasesHere: Limit = { ...purchases, name: "purchase:address", capacity: 60 };
/** A page that waits asks every two seconds. */
const looks: Limit = { name: "payment-look:account", capacity: 60, period: 600, message: MESSAGE };

/** Mounted at `/subscriptions`. */
export function subscriptionRoutes(deps: Deps) {
  const { env, guards, objects, payments, database, log, takeToken, subtitles, goHome } = deps;
  const service = database.asService("what is billed is closed to every API role");
  const plans = payments ? paidPlanService({ service, payments, log }) : freePlanService;
  const current = async (c: Context<SignedIn>) => ({
    ...(await readSubscription(c.var.db, subtitles.needsAddon)),
    payments: payments !== null,
  });
  const visit = (c: Context<SignedIn>) => ({
    account: c.var.caller.sub,
    origin: originOf(env, c),
  });
  /** Each may make Stripe make something. */
  const countPurchase = async (c: Context<SignedIn>) => {
    if (!payments) return;
    await takeToken(purchases, c.var.caller.sub);
    await takeToken(purchasesHere, c.var.address());
  };

  return new Hono<AppEnv>()
    .get("/plans", guards.session, async (c) =>
      reply(c, PlanList, { plans: await readPlans(c.var.db) }),
    )
    .get("/current", guards.session, async (c) => reply(c, CurrentSubscription, await current(c)))
    .get("/storage-usage", guards.session, async (c) =>
      reply(c, StorageUsage, await readStorageUsage(c.var.db, objects)),
    )
    .post("/subscribe", guards.session, valid("json", Subscribe), async (c) => {
      await countPurchase(c);
      const checkout_url = await plans.subscribe(c.var.db, visit(c), c.req.valid("json").plan_id);
      await goHome(c.var.caller.sub);
      return reply(c, ChangedSubscription, { ...(await current(c)), checkout_url });
    })
    .post("/cancel", guards.session, async (c) => {
      await plans.cancel(c.var.db, visit(c));
      await goHome(c.var.caller.sub);
      return reply(c, CurrentSubscription, await current(c));
    })
    .post("/subtitle-addon/enable", guards.session, async (c) => {
      await countPurchase(c);
      const checkout_url = await plans.enableAddon(c.var.db, visit(c));
      return reply(c, ChangedSubscription, { ...(await current(c)), checkout_url });
    })
    .post("/subtitle-addon/disable", guards.session, async (c) => {
      await plans.disableAddon(c.var.db, visit(c));
      return reply(c, CurrentSubscription, await current(c));
    })
    .post("/refresh", guards.session, async (c) => {
      await takeToken(looks, c.var.caller.sub);
      const checkout = await plans.lookAgain(c.var.db, visit(c));
      await goHome(c.var.caller.sub);
      return reply(c, RefreshedSubscription, { ...(await current(c)), checkout });
    })
    .post("/portal", guards.session, async (c) => {
      await countPurchase(c);
      return reply(c, Portal, { portal_url: await plans.openPortal(c.var.db, visit(c)) });
    });
}
