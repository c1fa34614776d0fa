import { Link } from "@tanstack/react-router";
import { Download, Trash2 } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { AdminVideo } from "#contract/admin-videos.ts";
import type { Recording } from "#contract/recordings.ts";
import { isArriving } from "#web/data/recordings.ts";
import { formatDate, formatDuration, formatSize } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Facts } from "#web/ui/facts.tsx";
import { InterruptedNotice, insteadOfPlayer } from "#web/ui/instead-of-player.tsx";
import { BackLink } from "#web/ui/page/back-link.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useDeleteVideo } from "./delete-videos.ts";

interface Props {
  video: AdminVideo;
  recording: Recording;
  player: ReactNode;
  discussion: ReactNode;
  isTheatre: boolean;
  onDownload: () => void;
  onDeleted: () => Promise<void>;
}

export function AdminVideoPage(props: Props) {
  const { video, recording, player, discussion, isTheatre, onDownload, onDeleted } = props;
  const { remove, isDeleting } = useDeleteVideo(video.id, onDeleted);
  return (
    <Page>
      <div
        className={cx(
          "grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10",
          !isTheatre && "xl:grid-cols-[minmax(0,1fr)_360px]",
        )}
      >
        <div className="grid content-start gap-4">
          <BackLink to="/admin/videos">Video Management</BackLink>
          <Whose video={video} />
          {insteadOfPlayer(recording, "owner") ?? (
            <Suspense fallback={<Skeleton className="aspect-video rounded-12" />}>
              {player}
            </Suspense>
          )}
          <InterruptedNotice recording={recording} />
          <div className="grid gap-2">
            <h1 className="font-semibold text-20 [overflow-wrap:anywhere]">{video.filename}</h1>
            <Facts
              className="text-13 text-ink-2"
              facts={[
                formatDate(video.created_at),
                formatDuration(video.duration_seconds),
                formatSize(recording.size),
              ]}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button icon={<Download />} disabled={isArriving(recording)} onClick={onDownload}>
              Download Video
            </Button>
            <Button tone="danger" icon={<Trash2 />} busy={isDeleting} onClick={remove}>
              Delete Video
            </Button>
          </div>
        </div>
        <aside className="min-w-0">{discussion}</aside>
      </div>
    </Page>
  );
}

function Whose({ video: { id, user } }: Pick<Props, "video">) {
  const isOwn = user.id === useUser().id;
  return (
    <Banner
      action={
        <Link
          to={isOwn ? "/video/$id" : "/admin/users/$id"}
          params={{ id: isOwn ? id : user.id }}
          className={buttonLook({ size: "sm" })}
        >
          {isOwn ? "Open as its owner" : "See their account"}
        </Link>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        {isOwn
          ? "This recording is yours; you see it as an admin does."
          : `This recording belongs to ${user.username} (${user.email}). You see it as an admin.`}
      </p>
    </Banner>
  );
}
