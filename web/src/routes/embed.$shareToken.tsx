import { createFileRoute } from "@tanstack/react-router";
import { sharedQuery } from "#web/data/shares.ts";
import { RecordingPlayer } from "#web/features/player/recording-player.tsx";
import { EmbedPage } from "#web/features/shared-page/embed-page.tsx";
import { SharedGate } from "#web/features/shared-page/shared-gate.tsx";
import { moment } from "#web/lib/search.ts";
import { shareHeaders } from "#web/lib/share-scope.ts";

export const Route = createFileRoute("/embed/$shareToken")({
  validateSearch: (search): { t?: number } => moment(search),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(sharedQuery(params.shareToken)).catch(() => undefined),
  pendingComponent: () => <div className="h-dvh bg-stage" />,
  pendingMinMs: 0,
  component: Embed,
});

function Embed() {
  const { shareToken } = Route.useParams();
  const { t } = Route.useSearch();
  return (
    <SharedGate shareToken={shareToken} isEmbedded>
      {(view) => (
        <EmbedPage
          shareToken={shareToken}
          view={view}
          player={
            <RecordingPlayer
              recording={view.recording}
              headers={shareHeaders(shareToken)}
              media={view.media}
              startAt={t}
              noDownload={!view.can_download}
              className="h-full"
            />
          }
        />
      )}
    </SharedGate>
  );
}
