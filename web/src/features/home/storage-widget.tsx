import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentSubscription, StorageUsage } from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import { isOnDrive } from "#web/data/subscriptions.ts";
import { formatSize } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { wayToStorage } from "./storage-for-new.ts";

const WARN_AT = 80;
const PLANS: string = "/subscription";

interface Props {
  subscription: CurrentSubscription;
  usage: StorageUsage;
}

export function StorageWidget({ subscription, usage }: Props) {
  const onDrive = isOnDrive(subscription);
  const isMissing = onDrive && !subscription.storage_configured;
  return (
    <Card className="grid content-between gap-4 p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-13 text-ink-2">Storage</h2>
        <span className="text-13 text-ink-3">{subscription.plan_name}</span>
      </div>
      {isMissing ? (
        <Missing usage={usage} />
      ) : onDrive ? (
        <Unlimited usage={usage} />
      ) : (
        <Limited usage={usage} />
      )}
    </Card>
  );
}

function Unlimited({ usage }: { usage: StorageUsage }) {
  return (
    <p className="tabular-nums">
      <span className="font-semibold text-20">{formatSize(usage.storage_used_bytes)}</span>{" "}
      <span className="text-14 text-ink-2">in Google Drive, unlimited</span>
    </p>
  );
}

/** The plan keeps recordings on a drive, and there is none: what is here stays, and nothing is added. */
function Missing({ usage }: { usage: StorageUsage }) {
  const mend = wayToStorage(useQuery(configQuery).data);
  return (
    <div className="grid gap-3">
      <p className="tabular-nums">
        <span className="font-semibold text-20">{formatSize(usage.storage_used_bytes)}</span>{" "}
        <span className="text-14 text-ink-2">used</span>
      </p>
      <p className="text-13 text-warn">
        Google Drive is not connected.{" "}
        <Link to={mend.to} className="font-medium underline underline-offset-4">
          {mend.words}
        </Link>
      </p>
    </div>
  );
}

/** No more is promised than there is: the plan's room, or what the disk has left if that is less. */
const roomOf = ({ storage_limit_bytes, storage_used_bytes, available_bytes }: StorageUsage) =>
  Math.min(storage_limit_bytes, storage_used_bytes + available_bytes);

function Limited({ usage }: { usage: StorageUsage }) {
  const room = roomOf(usage);
  const percentage = room === 0 ? 100 : Math.min(100, (usage.storage_used_bytes / room) * 100);
  const isNearlyFull = percentage >= WARN_AT;
  return (
    <div className="grid gap-3">
      <p className="tabular-nums">
        <span className="font-semibold text-20">{formatSize(usage.storage_used_bytes)}</span>{" "}
        <span className="text-14 text-ink-2">of {formatSize(room)} used</span>
      </p>
      <Progress label="Storage used" value={percentage} warnAt={WARN_AT} />
      {isNearlyFull && (
        <p className="text-13 text-warn">
          {Math.round(percentage)}% used.{" "}
          <Link to={PLANS} className="font-medium underline underline-offset-4">
            See plans
          </Link>
        </p>
      )}
    </div>
  );
}
