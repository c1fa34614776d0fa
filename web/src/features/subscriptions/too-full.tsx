import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  BYTES_PER_GB,
  type CurrentSubscription,
  type Plan,
  type StorageUsage,
} from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import { moveAllRecordings, movesQuery, placeName } from "#web/data/moves.ts";
import { isOnDrive, type SubscriptionChange, storageUsageQuery } from "#web/data/subscriptions.ts";
import { formatSize } from "#web/lib/format.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { TrashHeld } from "./current-plan-card.tsx";

const STAYS =
  "Nothing is deleted. Everything stays where it is and plays, but nothing new can be saved there until there is room again.";

type Downgrade = NonNullable<ReturnType<typeof tooFull>>;

interface Known {
  plans: readonly Plan[];
  subscription: Pick<CurrentSubscription, "plan_id" | "storage_type">;
  usage: Pick<StorageUsage, "storage_used_bytes" | "trash_bytes"> | undefined;
}

/** Before a plan is taken that is too small for what is in the cloud, it is said what becomes too much. */
export function useTooFull(
  plans: readonly Plan[],
  subscription: CurrentSubscription,
  go: (change: SubscriptionChange) => void,
) {
  const [asked, setAsked] = useState<Downgrade>();
  const [isLooking, setLooking] = useState(false);
  const queryClient = useQueryClient();
  const close = () => setAsked(undefined);
  const choose = async (change: SubscriptionChange) => {
    // The usage is read as it is now. A usage that cannot be read keeps nobody from changing their plan.
    setLooking(true);
    const usage = await queryClient
      .fetchQuery({ ...storageUsageQuery, staleTime: 0 })
      .catch(() => undefined);
    setLooking(false);
    const downgrade = tooFull({ plans, subscription, usage }, change);
    if (downgrade) return setAsked(downgrade);
    const plan = smallerPlan(plans, subscription, change);
    const known = {
      used: usage?.storage_used_bytes,
      hasAddon: subscription.subtitle_addon_enabled,
    };
    // To cancel has a question of its own.
    if (plan && change.do !== "cancel" && !(await confirm(downgradeQuestion(plan, known)))) return;
    go(change);
  };
  const dialog = asked && (
    <TooFullDialog
      downgrade={asked}
      onClose={close}
      onFreed={() => {
        close();
        void choose(asked.change);
      }}
      onGo={() => {
        close();
        go(asked.change);
      }}
    />
  );
  return { choose, dialog, isLooking };
}

export function tooFull({ plans, subscription, usage }: Known, change: SubscriptionChange) {
  const plan = smallerPlan(plans, subscription, change);
  // On a drive, what is told is not what is in the cloud.
  if (!plan || !usage || isOnDrive(subscription)) return undefined;
  const used = usage.storage_used_bytes;
  return used > plan.storage_gb * BYTES_PER_GB
    ? { change, plan, used, inTrash: usage.trash_bytes }
    : undefined;
}

/** Undefined where nothing becomes less. */
function smallerPlan(
  plans: readonly Plan[],
  { plan_id }: Pick<CurrentSubscription, "plan_id">,
  change: SubscriptionChange,
) {
  const plan = planAfter(plans, change);
  const current = plans.find(({ id }) => id === plan_id);
  return plan && current && plan.price_usd < current.price_usd ? plan : undefined;
}

function planAfter(plans: readonly Plan[], change: SubscriptionChange) {
  if (change.do === "cancel") return plans.find(({ price_usd }) => price_usd === 0);
  return change.do === "subscribe" ? plans.find(({ id }) => id === change.plan.id) : undefined;
}

interface DialogProps {
  downgrade: Downgrade;
  onClose: () => void;
  onFreed: () => void;
  onGo: () => void;
}

function TooFullDialog({ downgrade, onClose, onFreed, onGo }: DialogProps) {
  const { plan, used, inTrash } = downgrade;
  const moves = useQuery(movesQuery);
  const config = useQuery(configQuery);
  const { mutate: moveAll, isPending } = useMutation(moveAllRecordings);
  const drive = moves.data?.places.find(({ storage_type }) => storage_type === "google_drive");
  const room = plan.storage_gb * BYTES_PER_GB;
  const where = config.data ? `on ${placeName("s3", config.data)}` : "in the cloud";
  return (
    <Dialog
      onClose={onClose}
      locked={isPending}
      title={`${plan.name} has too little room`}
      cancels
      footer={
        <>
          <Button disabled={isPending} onClick={onGo}>
            Downgrade Anyway
          </Button>
          {drive ? (
            <Button
              tone="primary"
              busy={isPending}
              onClick={() => moveAll("google_drive", { onSuccess: onGo })}
            >
              Move to Google Drive and Downgrade
            </Button>
          ) : config.data?.drive ? (
            <Link to="/settings" hash="cloud-storage" className={buttonLook({ tone: "primary" })}>
              Cloud Storage Settings
            </Link>
          ) : null}
        </>
      }
    >
      <div className="grid gap-3 text-14">
        <p>
          You keep {formatSize(used)} {where}, and {plan.name} has{" "}
          {room === 0 ? "no room there" : `room for ${formatSize(room)}`}:{" "}
          <span className="font-medium">{formatSize(used - room)} would be too much.</span>
        </p>
        {inTrash > 0 && <TrashHeld bytes={inTrash} onFreed={onFreed} />}
        <p className="text-ink-2">
          {plan.price_usd === 0 && config.data?.drive ? GOES_HOME : STAYS}
        </p>
        {config.data?.drive && plan.price_usd > 0 && (
          <p className="text-ink-2">
            {drive
              ? "Your recordings can move to your Google Drive. Each is checked before the old copy goes, and all of them play."
              : "With a Google Drive connected, your recordings could be moved there."}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const GOES_HOME =
  "Nothing is deleted. Your recordings move to your Google Drive, once a Drive with enough room is connected. All the while they play and keep their links.";

/** `used`: bytes that are in the cloud now; undefined where nobody could say. */
export function downgradeQuestion(
  plan: Pick<Plan, "name" | "storage_gb" | "price_usd">,
  known: { used: number | undefined; hasAddon: boolean },
) {
  const room = plan.storage_gb * BYTES_PER_GB;
  return {
    title: `Downgrade to ${plan.name}?`,
    description: [
      room === 0
        ? "New recordings go to your own Google Drive."
        : `Your recordings have ${formatSize(room)} of room then${usedIn(known.used)}.`,
      plan.price_usd === 0
        ? GOES_HOME
        : "Your recordings stay here, play and keep their links. Nothing is moved or deleted by itself.",
      known.hasAddon && "The subtitle add-on stays as it is.",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

const usedIn = (used: number | undefined) =>
  used === undefined ? "" : `, of which they take ${formatSize(used)}`;
