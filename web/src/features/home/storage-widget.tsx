import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentSubscription, StorageUsage } from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import { isOnDrive } from "#web/data/subscriptions.ts";
import { formatSize } from "#web/lib/format.ts";
import { Progress } from "#web/ui/progress.tsx";
import { wayToStorage } from "./storage-for-new.ts";

const WARN_AT = 80;
const PLANS: string = "/subscription";

interface Props {
  subscription: CurrentSubscription | undefined;
  usage: StorageUsage | undefined;
}

/** As high as the highest of its states, so that no figure moves what stands below. */
export function StorageWidget({ subscription, usage }: Props) {
  return (
    <section className="grid min-h-30 content-between gap-4 rounded-12 border border-line p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-13 text-ink-2">Storage</h2>
        <span className="text-13 text-ink-3">{subscription?.plan_name}</span>
      </div>
      {subscription && usage && <Used subscription={subscription} usage={usage} />}
    </section>
  );
}

/** No more is promised than there is: the plan's room, or what the disk has left if that is less. */
const roomOf = ({ storage_limit_bytes, storage_used_bytes, available_bytes }: StorageUsage) =>
  Math.min(storage_limit_bytes, storage_used_bytes + available_bytes);

function Used({ subscription, usage }: { subscription: CurrentSubscription; usage: StorageUsage }) {
  const { data: config } = useQuery(configQuery);
  const mend = wayToStorage(config);
  const { storage_used_bytes } = usage;
  const room = roomOf(usage);
  const onDrive = isOnDrive(subscription);
  const isConnected = subscription.storage_configured;
  const percentage = room === 0 ? 100 : Math.min(100, (storage_used_bytes / room) * 100);
  return (
    <div className="grid gap-3 text-13 [&_a]:underline [&_a]:underline-offset-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-warn">
        <span className="text-14 text-ink-2 tabular-nums">
          <b className="font-semibold text-20 text-ink">{formatSize(storage_used_bytes)}</b>{" "}
          {!onDrive && `of ${formatSize(room)} used`}
          {onDrive && (isConnected ? "in Google Drive, unlimited" : "used")}
        </span>
        {!onDrive && percentage >= WARN_AT && config?.payments && <Link to={PLANS}>See plans</Link>}
      </p>
      {!onDrive && <Progress label="Storage used" value={percentage} warnAt={WARN_AT} />}
      {onDrive && !isConnected && (
        <p className="text-warn">
          Google Drive is not connected. <Link to={mend.to}>{mend.words}</Link>
        </p>
      )}
    </div>
  );
}
