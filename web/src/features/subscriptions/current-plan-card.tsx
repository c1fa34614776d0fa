import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CurrentSubscription, StorageUsage } from "#contract/subscriptions.ts";
import { isOnDrive } from "#web/data/subscriptions.ts";
import { emptyTrash } from "#web/data/trash.ts";
import { formatDate, formatGigabytes, formatSize } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { Progress, WARN_AT } from "#web/ui/progress.tsx";
import { PlanIcon } from "./plan-grid.tsx";

interface Props {
  subscription: CurrentSubscription;
  usage: StorageUsage | undefined;
  disabled: boolean;
  cancelling: boolean;
  onCancel: () => void;
  manage: ReactNode;
}

export function CurrentPlanCard(props: Props) {
  const { subscription, usage, disabled, cancelling, onCancel, manage } = props;
  const onDrive = isOnDrive(subscription);
  const isFree = subscription.plan_name === "Free";
  return (
    <Card aria-label="Your plan" className="grid gap-6 p-5 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-12 bg-wash [&_svg]:size-5">
            <PlanIcon name={subscription.plan_name} />
          </span>
          <div className="grid min-w-0 gap-1">
            <div className="flex flex-wrap items-center gap-2.5">
              <h2 className="font-semibold text-20">{subscription.plan_name}</h2>
              <Badge tone="ink">Current Plan</Badge>
            </div>
            <p className="text-14 text-ink-2">
              {onDrive
                ? "Google Drive Storage (Unlimited)"
                : `${subscription.storage_limit_gb} GB of cloud storage`}
            </p>
            {subscription.gift && (
              <p className="text-13 text-ink-2">
                A gift until {formatDate(subscription.gift.until)}; then{" "}
                {subscription.gift.then_plan} again.
              </p>
            )}
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {manage}
          {!isFree && (
            <Button disabled={disabled} busy={cancelling} onClick={onCancel}>
              Cancel Subscription
            </Button>
          )}
        </div>
      </div>
      {!onDrive && usage && <Usage usage={usage} />}
    </Card>
  );
}

function Usage({ usage }: { usage: StorageUsage }) {
  const { used_gb, limit_gb, percentage, available_bytes } = usage;
  const diskIsSmaller = available_bytes < usage.storage_limit_bytes - usage.storage_used_bytes;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap justify-between gap-x-4 text-13 tabular-nums">
        <span className="font-medium">
          {formatGigabytes(used_gb)} / {limit_gb} GB
        </span>
        <span className="text-ink-2">{formatPercent(percentage)}% used</span>
      </div>
      <Progress label="Storage used" value={percentage} warns />
      {percentage >= WARN_AT && (
        <p className="text-13 text-warn">
          {percentage >= 100
            ? "Your storage is full. Delete recordings or choose a larger plan to save new ones."
            : "Your storage is almost full. Delete recordings or choose a larger plan in time."}
        </p>
      )}
      {percentage >= WARN_AT && usage.trash_bytes > 0 && <TrashHeld bytes={usage.trash_bytes} />}
      {diskIsSmaller && (
        <p className="text-13 text-ink-3">
          This server has room for {formatSize(available_bytes)} more.
        </p>
      )}
    </div>
  );
}

const formatPercent = (percent: number) =>
  percent > 0 && percent < 0.1 ? "< 0.1" : Number(percent.toFixed(1));

/** Room that is one press away, where there is too little. */
export function TrashHeld({ bytes, onFreed }: { bytes: number; onFreed?: () => void }) {
  const { mutate, isPending } = useMutation(emptyTrash);
  const ask = askBefore(() => mutate(undefined, { onSuccess: onFreed }), {
    title: "Empty the trash?",
    description: "What lies there cannot be brought back after that.",
    danger: true,
  });
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13 text-ink-2">
      {formatSize(bytes)} of it lies in the trash.
      <Button size="sm" busy={isPending} onClick={ask}>
        Empty trash
      </Button>
    </p>
  );
}
