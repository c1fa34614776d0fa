import { Check, Crown, HardDrive, Package, Rocket, Zap } from "lucide-react";
import type { Plan } from "#contract/subscriptions.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";

interface Props {
  plans: readonly Plan[];
  currentId: string;
  disabled: boolean;
  busyId: string | undefined;
  onChoose: (plan: Plan) => void;
}

export function PlanGrid({ plans, currentId, disabled, busyId, onChoose }: Props) {
  return (
    <section aria-label="Plans" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {plans.map((plan) => {
        const popular = plan.name === "Pro";
        const choice = planChoice(plan, currentId, plans);
        return (
          <article
            key={plan.id}
            aria-label={plan.name}
            className={cx(
              "relative flex flex-col gap-5 rounded-12 border bg-raised p-5",
              popular ? "border-ink" : "border-line",
            )}
          >
            {popular && (
              <span className="absolute -top-3 left-5">
                <Badge tone="ink">Most Popular</Badge>
              </span>
            )}
            <header className="grid gap-3">
              <h3 className="flex items-center gap-2 font-semibold text-16 [&_svg]:size-4 [&_svg]:text-ink-3">
                <PlanIcon name={plan.name} />
                {plan.name}
              </h3>
              <p className="flex items-baseline gap-1.5">
                <span className="font-semibold text-28 tabular-nums">
                  {formatPrice(plan.price_usd)}
                </span>
                <span className="text-13 text-ink-2">/month</span>
              </p>
              <p className="font-medium text-14">{storageLine(plan)}</p>
            </header>
            <ul className="grid flex-1 content-start gap-2 text-14 text-ink-2">
              {Object.entries(plan.features).map(([key, text]) => (
                <li key={key} className="flex gap-2">
                  <Check className="mt-[3px] size-4 shrink-0 text-ink-3" />
                  {text}
                </li>
              ))}
            </ul>
            <Button
              block
              tone={choice === "Upgrade Now" ? "primary" : "secondary"}
              aria-label={choice === "Current Plan" ? choice : `${choice}: ${plan.name}`}
              disabled={disabled || choice === "Current Plan"}
              busy={plan.id === busyId}
              onClick={() => onChoose(plan)}
            >
              {choice}
            </Button>
          </article>
        );
      })}
    </section>
  );
}

const icons: Record<string, typeof Package> = {
  free: HardDrive,
  starter: Rocket,
  pro: Zap,
  premium: Crown,
};

/** A plan is known by its name; one that an operator has added gets a plain parcel. */
export function PlanIcon({ name }: { name: string }) {
  const Icon = icons[name.toLowerCase()] ?? Package;
  return <Icon />;
}

export const storageLine = ({ storage_gb }: Pick<Plan, "storage_gb">) =>
  storage_gb === 0 ? "Google Drive Storage (Unlimited)" : `${storage_gb} GB cloud storage`;

/** Whole dollars stay whole: '$5', '$7.50'. */
export const formatPrice = (usd: number) => `$${Number.isInteger(usd) ? usd : usd.toFixed(2)}`;

/** The words on the button of `plan` for somebody on the plan `currentId`. */
export function planChoice(
  plan: Pick<Plan, "id" | "price_usd">,
  currentId: string,
  plans: readonly Pick<Plan, "id" | "price_usd">[],
) {
  if (plan.id === currentId) return "Current Plan";
  const current = plans.find(({ id }) => id === currentId);
  return plan.price_usd > (current?.price_usd ?? 0) ? "Upgrade Now" : "Downgrade";
}
