import { Crown, HardDrive, Package, Rocket, Zap } from "lucide-react";
import type { Plan } from "#contract/subscriptions.ts";

const icons: Record<string, typeof Package> = {
  free: HardDrive,
  starter: Rocket,
  pro: Zap,
  premium: Crown,
};

/** A plan is known by its name; one that an operator has added gets a plain parcel. */
export function PlanIcon({ name }: { name: string }) {
  const Icon = icons[name.toLowerCase()] ?? Package;
  return <Icon aria-hidden="true" />;
}

export const isPopular = ({ name }: Pick<Plan, "name">) => name === "Pro";

export const storageLine = ({ storage_gb }: Pick<Plan, "storage_gb">) =>
  storage_gb === 0 ? "Google Drive Storage (Unlimited)" : `${storage_gb} GB cloud storage`;

/** Whole dollars stay whole: '$5', '$7.50'. */
export const formatPrice = (usd: number) => `$${Number.isInteger(usd) ? usd : usd.toFixed(2)}`;

type PlanChoice = "Current Plan" | "Upgrade Now" | "Downgrade";

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
