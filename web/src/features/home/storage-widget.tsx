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

function Used({ subscription, usage }: { subscription: CurrentSubscription; usage: StorageUsage }) {
  if (!isOnDrive(subscription)) return <Limited usage={usage} />;
  return subscription.storage_configured ? <Unlimited usage={usage} /> : <Missing usage={usage} />;
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
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-14 tabular-nums">
        <span className="text-ink-2">
          <b className="font-semibold text-20 text-ink">{formatSize(usage.storage_used_bytes)}</b>{" "}
          of {formatSize(room)} used
        </span>
        {percentage >= WARN_AT && (
          <Link to={PLANS} className="text-13 text-warn underline underline-offset-4">
            See plans
          </Link>
        )}
      </p>
      <Progress label="Storage used" value={percentage} warnAt={WARN_AT} />
    </div>
  );
}
