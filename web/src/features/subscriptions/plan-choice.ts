import type { Plan } from "#contract/subscriptions.ts";

export type PlanChoice = "Current Plan" | "Upgrade Now" | "Downgrade";

/** The words on the button of `plan` for somebody on the plan `currentId`. */
export function planChoice(
  plan: Pick<Plan, "id" | "price_usd">,
  currentId: string,
  plans: readonly Pick<Plan, "id" | "price_usd">[],
): PlanChoice {
  if (plan.id === currentId) return "Current Plan";
  const current = plans.find(({ id }) => id === currentId);
  return plan.price_usd > (current?.price_usd ?? 0) ? "Upgrade Now" : "Downgrade";
}
