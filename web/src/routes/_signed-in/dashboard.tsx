import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { configQuery } from "#web/data/config.ts";
import { recordingsQuery } from "#web/data/recordings.ts";
import { storageUsageQuery, subscriptionQuery } from "#web/data/subscriptions.ts";
import { HomePage } from "#web/features/home/home-page.tsx";
import { HomeSkeleton } from "#web/features/home/home-skeleton.tsx";
import { stateLabel } from "#web/features/recordings/state-label.ts";
import { Thumbnail } from "#web/features/recordings/thumbnail/thumbnail.tsx";
import { formatDuration } from "#web/lib/format.ts";
import { PageError } from "#web/ui/page-error.tsx";

const libraryQuery = recordingsQuery({ limit: 100 });

export const Route = createFileRoute("/_signed-in/dashboard")({
  head: () => ({ meta: [{ title: "Dashboard · Kinora" }] }),
  component: Dashboard,
  pendingComponent: HomeSkeleton,
  errorComponent: (props) => <PageError {...props} title="Failed to load recordings" />,
});

function Dashboard() {
  const [library, subscription, usage, config] = useSuspenseQueries({
    queries: [libraryQuery, subscriptionQuery, storageUsageQuery, configQuery],
  });
  return (
    <HomePage
      library={library.data}
      subscription={subscription.data}
      usage={usage.data}
      cloudName={config.data.cloud_name}
      thumbnail={(recording) => <Thumbnail recording={recording} />}
      label={(recording) => stateLabel(recording) ?? formatDuration(recording.duration)}
    />
  );
}
