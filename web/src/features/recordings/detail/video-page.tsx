import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { CloudOff, Download, Image, RotateCw, Scissors, Share2, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { Missing, Recording } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { isArriving, lookAgain, renameRecording } from "#web/data/recordings.ts";
import { useDelete } from "#web/features/recordings/delete.ts";
import { useDownload } from "#web/features/recordings/download.ts";
import { storagePlace } from "#web/features/recordings/storage-label.ts";
import { ChooseThumbnail } from "#web/features/recordings/thumbnail/choose-thumbnail.tsx";
import { formatDate, formatDuration, formatSize } from "#web/lib/format.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { EditableTitle } from "#web/ui/controls/editable-title.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { InterruptedNotice, insteadOfPlayer } from "#web/ui/instead-of-player.tsx";
import { MenuItem, MoreMenu } from "#web/ui/layers/menu.tsx";
import { BackLink } from "#web/ui/page/back-link.tsx";
import { EmptyStage } from "#web/ui/page/empty-stage.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Tab, Tabs } from "#web/ui/tabs.tsx";
import { BESIDE_EACH_OTHER, VIDEO_GRID } from "./video-gate.tsx";
import { Watching } from "./watching.tsx";

interface Props {
  recording: Recording;
  player: ReactNode;
  reactions?: ReactNode;
  /** The progress of a move to another storage; and what begins one, in the menu. */
  moving?: ReactNode;
  moveItems?: ReactNode;
  tabs: readonly [Tab, ...Tab[]];
  isTheatre: boolean;
  shareDialog: (onClose: () => void) => ReactNode;
}

/** Where player and words stand beneath each other on a tall screen, the player stays in sight above the words. */
const COLUMN = "max-xl:portrait:flex max-xl:portrait:flex-col max-xl:portrait:gap-4";

export function VideoPage(props: Props) {
  const { recording, player, reactions, moving, moveItems, tabs, isTheatre, shareDialog } = props;
  const { mutate: rename } = useMutation(renameRecording(recording.id));
  const [tab, setTab] = useState(tabs[0].value);
  // The tab says which video it is, also after its title was changed.
  useEffect(() => {
    document.title = `${recording.filename} · Kinora`;
  }, [recording.filename]);
  const missing = recording.missing && (
    <MissingStage id={recording.id} missing={recording.missing} />
  );
  const isPrepared = recording.status === "processing" && recording.playable !== false;
  return (
    <Page>
      <div className={cx(VIDEO_GRID, COLUMN, !isTheatre && BESIDE_EACH_OTHER)}>
        <div className="grid content-start gap-4 max-xl:portrait:contents">
          <BackLink to="/my-recordings">My Videos</BackLink>
          {missing ?? insteadOfPlayer(recording, "owner") ?? (
            <div
              data-in-sight
              className="z-10 bg-paper ring-4 ring-paper max-xl:portrait:sticky max-xl:portrait:top-14 max-xl:portrait:md:top-0"
            >
              <Suspense fallback={<Skeleton className="aspect-video rounded-12" />}>
                {player}
              </Suspense>
            </div>
          )}
          <div className="grid gap-2">
            <div className="flex flex-wrap items-start justify-between gap-3 *:first:min-w-60 *:first:flex-1">
              <EditableTitle title={recording.filename} onSave={rename} />
              <Actions recording={recording} shareDialog={shareDialog} moveItems={moveItems} />
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
              <Facts recording={recording} />
              <Watching recordingId={recording.id} />
            </div>
          </div>
          {isPrepared && (
            <p role="status" className="text-13 text-ink-2 tabular-nums">
              It plays already and is being prepared for seeking
              {recording.progress === null ? "." : `: ${recording.progress}%`}
            </p>
          )}
          <InterruptedNotice recording={recording} />
          {moving}
          <div className="min-h-8">{reactions}</div>
        </div>
        <aside className="min-w-0 max-xl:portrait:mt-6">
          <Tabs label="About this recording" tabs={tabs} value={tab} onChange={setTab} />
        </aside>
      </div>
    </Page>
  );
}

const AFTER_DRIVE_PROBLEM = 1_500;

type ActionsProps = Pick<Props, "recording" | "shareDialog" | "moveItems">;

function Actions({ recording, shareDialog, moveItems }: ActionsProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"share" | "thumbnail">();
  const close = () => setOpen(undefined);
  const { remove, isDeleting } = useDelete();
  const download = useDownload(() => {
    setTimeout(() => void navigate({ to: "/dashboard" }), AFTER_DRIVE_PROBLEM);
  });
  const leave = () => navigate({ to: "/my-recordings" });
  return (
    <div className="flex gap-2">
      <Button tone="primary" icon={<Share2 />} onClick={() => setOpen("share")}>
        Share
      </Button>
      <MoreMenu label="Recording menu" tone="outline" size="md" disabled={isDeleting}>
        <MenuItem
          icon={<Scissors />}
          text="Edit"
          disabled={isArriving(recording)}
          onClick={() => void navigate({ to: "/video/$id/edit", params: { id: recording.id } })}
        />
        <MenuItem
          icon={<Download />}
          text="Download Video"
          disabled={isArriving(recording)}
          onClick={() => void download(recording.id)}
        />
        <MenuItem
          icon={<Image />}
          text="Choose thumbnail"
          disabled={isArriving(recording)}
          onClick={() => setOpen("thumbnail")}
        />
        {moveItems}
        <MenuItem
          icon={<Trash2 />}
          text="Delete Video"
          danger
          onClick={() => void remove([recording], leave)}
        />
      </MoreMenu>
      {open === "share" && shareDialog(close)}
      {open === "thumbnail" && <ChooseThumbnail recording={recording} onClose={close} />}
    </div>
  );
}

function Facts({ recording }: { recording: Recording }) {
  const { created_at, duration, size, storage_type } = recording;
  const { data: config } = useQuery(configQuery);
  const facts = [
    ["Created", formatDate(created_at)],
    ["Duration", formatDuration(duration)],
    ["File Size", formatSize(size)],
    ["Storage", storagePlace(storage_type, config)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-3 text-12 text-ink-2 tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1">
          <dt className="text-ink-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const words: Record<Missing, { title: string; help: string }> = {
  disconnected: {
    title: "Google Drive is not connected",
    help: "This recording lies in your Drive and is safe. Connect the same Google account again, and it plays.",
  },
  trashed: {
    title: "This recording is in the trash of your Drive",
    help: "Restore it in Google Drive before Google deletes it for good, or delete it here as well.",
  },
  gone: {
    title: "This recording is no longer in your Drive",
    help: "It was deleted or replaced there, or Kinora may no longer see it. If you cannot bring it back, delete it here.",
  },
};

function MissingStage({ id, missing }: { id: string; missing: Missing }) {
  const { title, help } = words[missing];
  return (
    <EmptyStage
      icon={<CloudOff className="size-6" />}
      title={title}
      help={help}
      action={
        missing === "disconnected" ? (
          <Link to="/settings" hash="cloud-storage" className={buttonLook()}>
            Connect in Settings
          </Link>
        ) : (
          <WriteButton icon={<RotateCw />} write={lookAgain(id)}>
            Look again
          </WriteButton>
        )
      }
    />
  );
}
