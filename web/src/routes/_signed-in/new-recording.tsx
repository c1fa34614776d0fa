import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { preferencesQuery } from "#web/data/account.ts";
import { configQuery } from "#web/data/config.ts";
import { isOnDrive, storageUsageQuery, subscriptionQuery } from "#web/data/subscriptions.ts";
import { useConnectDrive } from "#web/features/drive/connect.ts";
import { Player } from "#web/features/player/player.tsx";
import { RecordPage } from "#web/features/recorder/screens/record-page.tsx";
import { RecordSkeleton } from "#web/features/recorder/screens/record-skeleton.tsx";
import { RecordInto } from "#web/features/recordings/folders/record-into.tsx";
import { usePreferences } from "#web/features/settings/use-preferences.ts";
import { StorageGate } from "#web/features/subscriptions/storage-gate.tsx";
import { useLiveCaptions } from "#web/features/subtitles/use-live-captions.tsx";

export const Route = createFileRoute("/_signed-in/new-recording")({
  head: () => ({ meta: [{ title: "New Recording · Kinora" }] }),
  component: NewRecording,
  pendingComponent: RecordSkeleton,
});

function NewRecording() {
  // All at once, before the parts below ask for them one after the other.
  useSuspenseQueries({
    queries: [configQuery, subscriptionQuery, storageUsageQuery, preferencesQuery],
  });
  const { connect, isConnecting } = useConnectDrive();
  return (
    <StorageGate onConnectDrive={connect} isConnecting={isConnecting}>
      <Recorder />
    </StorageGate>
  );
}

function Recorder() {
  const { preferences, change } = usePreferences();
  const [subscription, usage] = useSuspenseQueries({
    queries: [subscriptionQuery, storageUsageQuery],
  });
  const captions = useLiveCaptions();
  const hasNoLimit = preferences.google_drive_connected && isOnDrive(subscription.data);
  return (
    <RecordPage
      preferences={preferences}
      onPreferences={change}
      captions={captions}
      folder={<RecordInto />}
      canSave={subscription.data.storage_configured}
      roomOnPlan={hasNoLimit ? null : usage.data.available_bytes}
      player={({ src, type, title, duration }) => (
        <Player
          key={src}
          recordingId={src}
          title={title}
          duration={duration}
          sources={[{ src, type }]}
          className="size-full"
        />
      )}
    />
  );
}
