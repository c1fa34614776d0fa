import { useMutation, useQuery } from "@tanstack/react-query";
import { createFileRoute, Navigate } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import type { Recording } from "#contract/recordings.ts";
import { videoQuery } from "#web/data/admin-videos.ts";
import { movesQuery } from "#web/data/moves.ts";
import { findPublicShare, linkOf } from "#web/data/shares.ts";
import { viewersQuery } from "#web/data/viewers.ts";
import { CutNotice } from "#web/features/edits/cut-notice.tsx";
import { MoveItems, MovingNotice } from "#web/features/moves/move-one.tsx";
import { VideoGate, VideoSkeleton } from "#web/features/recordings/detail/video-gate.tsx";
import { VideoPage } from "#web/features/recordings/detail/video-page.tsx";
import { ViewersPanel } from "#web/features/recordings/viewers/viewers-panel.tsx";
import { ShareDialog } from "#web/features/shares/share-dialog.tsx";
import { moment } from "#web/lib/search.ts";
import { isAdmin, useUser } from "#web/lib/session.ts";
import { useWatching } from "#web/routes/-watching.tsx";

export const Route = createFileRoute("/_signed-in/video/$id")({
  validateSearch: (search): { t?: number } => moment(search),
  head: () => ({ meta: [{ title: "Recording · Kinora" }] }),
  component: Video,
});

function Video() {
  const { id } = Route.useParams();
  return isAdmin(useUser()) ? <ForAdmin key={id} id={id} /> : <Own id={id} />;
}

/** An admin sees every video, but only of their own is this the page. */
function ForAdmin({ id }: { id: string }) {
  const { data: video, isPending } = useQuery(videoQuery(id));
  const self = useUser();
  if (isPending) return <VideoSkeleton />;
  return video && video.user.id !== self.id ? (
    <Navigate to="/admin/videos/$id" params={{ id }} replace />
  ) : (
    <Own id={id} />
  );
}

function Own({ id }: { id: string }) {
  return (
    <VideoGate key={id} id={id}>
      {(recording) => <OwnVideo recording={recording} />}
    </VideoGate>
  );
}

/** This page's own address opens for nobody else: a moment is given away by the link that anyone can open. */
function useLinkAt(recordingId: string) {
  const { mutateAsync, data: known } = useMutation(findPublicShare);
  return async (seconds: number) =>
    `${linkOf(await mutateAsync({ recordingId, known }))}?t=${seconds}`;
}

function OwnVideo({ recording }: { recording: Recording }) {
  const { id } = recording;
  const [isTheatre, setTheatre] = useState(false);
  useQuery(movesQuery); // the menu that names the places opens whole
  const { data: viewers } = useQuery({
    ...viewersQuery(id),
    enabled: useDeferredValue(true, false),
  });
  const { player, reactions, discussion, transcript } = useWatching({
    recording,
    seen: viewers?.curve,
    isOwner: true,
    startAt: Route.useSearch().t,
    theatre: { isOn: isTheatre, onToggle: () => setTheatre(!isTheatre) },
    linkAt: useLinkAt(id),
  });
  return (
    <VideoPage
      recording={recording}
      player={player}
      reactions={reactions}
      moving={
        <>
          <MovingNotice recording={recording} />
          <CutNotice recordingId={id} />
        </>
      }
      moveItems={<MoveItems recording={recording} />}
      tabs={[
        { value: "comments", label: "Comments", content: discussion },
        { value: "transcript", label: "Transcript", content: transcript, keeps: true },
        { value: "viewers", label: "Viewers", content: <ViewersPanel recordingId={id} /> },
      ]}
      isTheatre={isTheatre}
      shareDialog={(onClose) => (
        <ShareDialog of="recording" id={id} title={recording.filename} onClose={onClose} />
      )}
    />
  );
}
