import type { ReactNode } from "react";
import type { Recording, RecordingList } from "#contract/recordings.ts";
import type { CurrentSubscription, StorageUsage } from "#contract/subscriptions.ts";
import { formatMonth } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { Page } from "#web/ui/page/page.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentRecordings } from "./recent-recordings.tsx";
import { storageForNew } from "./storage-for-new.ts";
import { StorageWidget } from "./storage-widget.tsx";

/** A part that is not known yet has its place already, so that nothing moves when it comes. */
interface Props {
  library: RecordingList | undefined;
  subscription: CurrentSubscription | undefined;
  usage: StorageUsage | undefined;
  /** The name of this server's own storage. */
  cloudName: string | undefined;
  thumbnail: (recording: Recording) => ReactNode;
  label: (recording: Recording) => string;
}

export function HomePage(props: Props) {
  const { library, subscription, usage, cloudName, thumbnail, label } = props;
  const user = useUser();
  return (
    <Page>
      <PageHead title={`Welcome, ${user.username}`} help="What would you like to show today?" />
      <QuickActions total={library?.total} />
      <div className="grid gap-4 lg:grid-cols-[2fr_3fr]">
        <StorageWidget subscription={subscription} usage={usage} />
        <Stats
          stats={[
            { name: "Total Recordings", value: library && String(library.total) },
            {
              name: "Storage Type",
              value: subscription && cloudName && storageForNew(subscription, cloudName),
            },
            { name: "Member Since", value: formatMonth(user.created_at) },
          ]}
        />
      </div>
      <RecentRecordings library={library} thumbnail={thumbnail} label={label} />
    </Page>
  );
}

interface StatsProps {
  /** A value is undefined until it is known. */
  stats: { name: string; value: string | undefined }[];
}

function Stats({ stats }: StatsProps) {
  return (
    <dl className="grid divide-y divide-line rounded-12 border border-line sm:grid-cols-3 sm:divide-x sm:divide-y-0">
      {stats.map(({ name, value }) => (
        <div
          key={name}
          className="flex items-center justify-between gap-4 p-5 sm:grid sm:content-between"
        >
          <dt className="text-13 text-ink-2">{name}</dt>
          <dd className="font-semibold text-16 tabular-nums sm:text-20">{value ?? "\u00a0"}</dd>
        </div>
      ))}
    </dl>
  );
}
