import type { ReactNode } from "react";
import type { Preferences } from "#contract/account.ts";
import type { Recording, RecordingList } from "#contract/recordings.ts";
import type { CurrentSubscription, StorageUsage } from "#contract/subscriptions.ts";
import { formatMonth } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { Page } from "#web/ui/page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentRecordings } from "./recent-recordings.tsx";
import { Stats } from "./stats.tsx";
import { storageForNew } from "./storage-for-new.ts";
import { StorageWidget } from "./storage-widget.tsx";

interface Props {
  library: RecordingList;
  subscription: CurrentSubscription;
  usage: StorageUsage;
  preferences: Preferences;
  /** The name of this server's own storage. */
  cloudName: string;
  thumbnail: (recording: Recording) => ReactNode;
  label: (recording: Recording) => string;
}

export function HomePage(props: Props) {
  const { library, subscription, usage, cloudName, thumbnail, label } = props;
  const { auto_save_to_cloud, preferred_storage } = props.preferences;
  const isInstant =
    auto_save_to_cloud && preferred_storage !== "local" && subscription.storage_configured;
  const user = useUser();
  return (
    <Page>
      <PageHead title={`Welcome, ${user.username}`} help="What would you like to show today?" />
      <QuickActions total={library.total} isInstant={isInstant} />
      <div className="grid gap-4 lg:grid-cols-[2fr_3fr]">
        <StorageWidget subscription={subscription} usage={usage} />
        <Stats
          stats={[
            { name: "Total Recordings", value: String(library.total) },
            { name: "Storage Type", value: storageForNew(subscription, cloudName) },
            { name: "Member Since", value: formatMonth(user.created_at) },
          ]}
        />
      </div>
      <RecentRecordings library={library} thumbnail={thumbnail} label={label} />
    </Page>
  );
}
