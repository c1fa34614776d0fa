import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import type { Recording } from "#contract/recordings.ts";
import { videoQuery } from "#web/data/admin-videos.ts";
import { AdminVideoPage } from "#web/features/admin/videos/admin-video-page.tsx";
import { VideoGate } from "#web/features/recordings/detail/video-gate.tsx";
import { useDownload } from "#web/features/recordings/download.ts";
import { useWatching } from "#web/routes/-watching.tsx";
import { PageError } from "#web/ui/page/page-notice.tsx";

export const Route = createFileRoute("/admin/videos_/$id")({
  head: () => ({ meta: [{ title: "Recording · Kinora" }] }),
  component: VideoById,
  errorComponent: (props) => <PageError {...props} title="Failed to load video" />,
});

function VideoById() {
  const { id } = Route.useParams();
  return (
    <VideoGate key={id} id={id}>
      {(recording) => <SomebodysVideo recording={recording} />}
    </VideoGate>
  );
}

function SomebodysVideo({ recording }: { recording: Recording }) {
  const { data: video } = useSuspenseQuery(videoQuery(recording.id));
  const navigate = Route.useNavigate();
  const download = useDownload();
  const [isTheatre, setTheatre] = useState(false);
  const { player, discussion } = useWatching({
    recording,
    // As an owner does, an admin may delete what was said.
    isOwner: true,
    theatre: { isOn: isTheatre, onToggle: () => setTheatre(!isTheatre) },
  });
  return (
    <AdminVideoPage
      video={video}
      recording={recording}
      player={player}
      discussion={discussion}
      isTheatre={isTheatre}
      onDownload={() => void download(recording.id)}
      onDeleted={() => navigate({ to: "/admin/videos" })}
    />
  );
}
