import type { Asked } from "#api/access/serve.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import { originOf } from "#api/http/public-url.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import {
  cancelSubscriptionCall,
  disableSubtitleAddonCall,
  enableSubtitleAddonCall,
  getStorageUsageCall,
  getSubscriptionCall,
  listPlansCall,
  openPortalCall,
  receiveStripeEventCall,
  refreshSubscriptionCall,
  subscribeCall,
} from "#contract/subscriptions.ts";
import { readStorageUsage, readSubscription } from "./current-subscription.ts";
import { readPlans } from "./offers.ts";
import { planService } from "./plan-service.ts";
import { keepEvent, readEvent } from "./receive-event.ts";

/** The parts of a call that do not depend on its input. */
type Asking = Pick<Asked<typeof openPortalCall>, "db" | "caller" | "c">;

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

export function serveSubscriptions(deps: Parts): void {
  const { serve, env, objects, payments, database, log, takeToken, subtitles, goHome } = deps;
  const service = database.asService("what is billed is closed to every API role");
  const plans = planService(payments && { service, payments, log });
  const current = async (db: Db) => ({
    ...(await readSubscription(db, subtitles.needsAddon)),
    payments: payments !== null,
  });
  const visit = ({ caller, c }: Asking) => ({ account: caller.sub, origin: originOf(env, c) });
  /** Each may make Stripe make something. */
  const countPurchase = async ({ caller, c }: Asking) => {
    if (!payments) return;
    await takeToken(purchases, caller.sub);
    await takeToken(purchasesHere, c.var.address());
  };

  serve(listPlansCall, async ({ db }) => ({ plans: await readPlans(db) }));
  serve(getSubscriptionCall, ({ db }) => current(db));
  serve(getStorageUsageCall, ({ db }) => readStorageUsage(db, objects));
  serve(subscribeCall, async (asked) => {
    await countPurchase(asked);
    const checkout_url = await plans.subscribe(asked.db, visit(asked), asked.body.plan_id);
    await goHome(asked.caller.sub);
    return { ...(await current(asked.db)), checkout_url };
  });
  serve(cancelSubscriptionCall, async (asked) => {
    await plans.cancel(asked.db, visit(asked));
    await goHome(asked.caller.sub);
    return current(asked.db);
  });
  serve(enableSubtitleAddonCall, async (asked) => {
    await countPurchase(asked);
    const checkout_url = await plans.enableAddon(asked.db, visit(asked));
    return { ...(await current(asked.db)), checkout_url };
  });
  serve(disableSubtitleAddonCall, async (asked) => {
    await plans.disableAddon(asked.db, visit(asked));
    return current(asked.db);
  });
  serve(refreshSubscriptionCall, async (asked) => {
    await takeToken(looks, asked.caller.sub);
    const checkout = await plans.lookAgain(asked.db, visit(asked));
    await goHome(asked.caller.sub);
    return { ...(await current(asked.db)), checkout };
  });
  serve(openPortalCall, async (asked) => {
    await countPurchase(asked);
    return { portal_url: await plans.openPortal(asked.db, visit(asked)) };
  });
  // Its signature lets an event in.
  const receive = async ({ c: { req } }: Pick<Asked<typeof receiveStripeEventCall>, "c">) => {
    const event = await readEvent(payments, req.header("Stripe-Signature"), () => req.text());
    await keepEvent(service, deps.jobs, event);
  };
  serve(receiveStripeEventCall, receive, { isText: true });
}
