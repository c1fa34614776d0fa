import { useQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { configQuery } from "#web/data/config.ts";
import { recordingsQuery } from "#web/data/recordings.ts";
import { storageUsageQuery, subscriptionQuery } from "#web/data/subscriptions.ts";
import { HomePage } from "#web/features/home/home-page.tsx";
import { stateLabel } from "#web/features/recordings/state-label.ts";
import { Thumbnail } from "#web/features/recordings/thumbnail/thumbnail.tsx";
import { formatDuration } from "#web/lib/format.ts";
import { toast } from "#web/ui/layers/toast.ts";
import { PageError } from "#web/ui/page/page-notice.tsx";

export const Route = createFileRoute("/_signed-in/dashboard")({
  head: () => ({ meta: [{ title: "Dashboard · Kinora" }] }),
  validateSearch: ({ drive }): { drive?: "connected" } => (drive === "connected" ? { drive } : {}),
  component: Dashboard,
  errorComponent: (props) => <PageError {...props} title="Failed to load recordings" />,
});

/** The page stands at once and is filled as the answers come; it cannot be without one of them. */
const needed = {
  throwOnError: (_: Error, { state }: { state: { data: unknown } }) => state.data === undefined,
};

function Dashboard() {
  const [library, subscription, usage, config] = useQueries({
    queries: [
      { ...recordingsQuery({ limit: 100 }), ...needed },
      { ...subscriptionQuery, ...needed },
      { ...storageUsageQuery, ...needed },
      { ...configQuery, ...needed },
    ],
  });
  const navigate = Route.useNavigate();
  const isConnected = Route.useSearch().drive === "connected";
  // A person who comes back from Google is told once; the address keeps nothing of it.
  useEffect(() => {
    if (!isConnected) return;
    toast.success("Google Drive connected");
    void navigate({ search: {}, replace: true });
  }, [isConnected, navigate]);
  return (
    <HomePage
      library={library.data}
      subscription={subscription.data}
      usage={usage.data}
      cloudName={config.data?.cloud_name}
      thumbnail={(recording) => <Thumbnail recording={recording} />}
      label={(recording) => stateLabel(recording) ?? formatDuration(recording.duration)}
    />
  );
}
