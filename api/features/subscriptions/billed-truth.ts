import type { BilledSubscription } from "#api/services/stripe-subscriptions.ts";
import type { PlansByProduct } from "./offers.ts";

const NOTHING_BILLED = {
  plan_id: null,
  plan_item: null,
  addon_item: null,
  addon_since: null,
  past_due_since: null,
  paid_until: null,
  monthly_cents: 0,
  pending_plan_id: null,
  pending_addon: false,
  pay_url: null,
};

const working = ["active", "trialing", "past_due"];
const ended = ["canceled", "incomplete_expired"];

export const isEnded = ({ status }: BilledSubscription) => ended.includes(status);

/** A first payment that takes its time does not count before it has come. */
const counts = ({ status, latestInvoice }: BilledSubscription) =>
  working.includes(status) && !(latestInvoice?.isFirst && latestInvoice.isOpen);

/** Of several subscriptions the paid one, and of several paid ones the newest. */
export function liveOne(all: readonly BilledSubscription[]): BilledSubscription | undefined {
  const rank = ({ status, created }: BilledSubscription) =>
    (status === "past_due" ? 0 : 1e15) + created.getTime();
  return all.filter(counts).sort((one, other) => rank(other) - rank(one))[0];
}

/** Further subscriptions that cost money beside the live one: nobody wants to pay for both. */
export function superfluous(all: readonly BilledSubscription[]): BilledSubscription[] {
  const live = liveOne(all);
  if (live?.status !== "active") return [];
  const costing = [...working, "unpaid", "paused"];
  return all.filter((one) => one.id !== live.id && costing.includes(one.status));
}

export const planItem = ({ items }: BilledSubscription, plansByProduct: PlansByProduct) =>
  items.find(({ product }) => plansByProduct.get(product));

export const addonItem = ({ items }: BilledSubscription, plansByProduct: PlansByProduct) =>
  items.find(({ product }) => plansByProduct.get(product) === null);

/** The state of billing that our row holds, taken from Stripe's answers alone. */
export function truthOf(
  live: BilledSubscription | undefined,
  plansByProduct: PlansByProduct,
  oweSince: Date | null,
) {
  if (!live) return NOTHING_BILLED;
  const plan = planItem(live, plansByProduct);
  const addon = addonItem(live, plansByProduct);
  const { status, items, pendingProducts, latestInvoice } = live;
  const pending = pendingProducts ?? [];
  const pendingPlan = pending.map((product) => plansByProduct.get(product)).find(Boolean) ?? null;
  const isOwing = status === "past_due";
  const planId = (plan && plansByProduct.get(plan.product)) ?? null;
  return {
    plan_id: planId,
    plan_item: plan?.id ?? null,
    addon_item: addon?.id ?? null,
    addon_since: addon?.since ?? null,
    past_due_since: isOwing ? (oweSince ?? earliest(items.map(({ from }) => from))) : null,
    paid_until: paidUntil(live),
    monthly_cents: items.reduce((sum, { cents }) => sum + cents, 0),
    pending_plan_id: pendingPlan === planId ? null : pendingPlan,
    pending_addon: !addon && pending.some((product) => plansByProduct.get(product) === null),
    pay_url: (isOwing || pendingProducts) && latestInvoice?.isOpen ? latestInvoice.payUrl : null,
  };
}

/** The end of the current period; where a renewal failed, its beginning: only the time before it is paid. */
function paidUntil({ status, items }: BilledSubscription): Date | null {
  if (status === "active") return earliest(items.map(({ until }) => until));
  return status === "past_due" ? earliest(items.map(({ from }) => from)) : null;
}

const earliest = (dates: readonly Date[]): Date | null =>
  dates.length > 0 ? new Date(Math.min(...dates.map((date) => date.getTime()))) : null;
