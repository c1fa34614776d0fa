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
