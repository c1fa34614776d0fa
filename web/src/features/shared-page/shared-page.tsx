import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Clock, Download, Scissors, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SharedView } from "#contract/shares.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { useViewers } from "#web/data/realtime.ts";
import { downloadUrl } from "#web/data/recordings.ts";
import { renameShared } from "#web/data/shares.ts";
import { formatDate, formatDateTime, formatDuration, formatSize } from "#web/lib/format.ts";
import { isPast } from "#web/lib/server-clock.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { EditableTitle } from "#web/ui/controls/editable-title.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { InterruptedNotice, insteadOfPlayer } from "#web/ui/instead-of-player.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";
import { type Tab, Tabs } from "#web/ui/tabs.tsx";
import { WatchingNow } from "#web/ui/watching-now.tsx";
import { BareFrame } from "./bare-frame.tsx";
import { SHARED_GRID } from "./shared-skeleton.tsx";

interface Props {
  shareToken: string;
  view: SharedView;
  player: ReactNode;
  reactions: ReactNode;
  tabs: readonly [Tab, ...Tab[]];
}

export function SharedPage(props: Props) {
  return (
    <SharedFrame shareToken={props.shareToken} recordingId={props.view.recording.id}>
      <SharedBody {...props} />
    </SharedFrame>
  );
}

/** The number of viewers is said only when there is more than one. */
export function SharedFrame(props: Required<Scope> & { children: ReactNode }) {
  const count = useViewers(props.recordingId, props.shareToken);
  const watching = <WatchingNow count={count > 1 ? count : 0} words="watching now" />;
  return (
    <BareFrame hasSignIn tools={watching}>
      <TooltipGroup>{props.children}</TooltipGroup>
    </BareFrame>
  );
}

/** The video and what belongs to it; its frame stays where another video of a folder takes its place. */
export function SharedBody({ shareToken, view, player, reactions, tabs }: Props) {
  const { recording } = view;
  const [tab, setTab] = useState(tabs[0].value);
  return (
    <div className={SHARED_GRID}>
      <div className="grid content-start gap-4 max-lg:portrait:contents">
        <Head shareToken={shareToken} view={view} />
        {insteadOfPlayer(recording, view.is_owner ? "owner" : "visitor") ?? (
          <div
            data-in-sight
            className="z-10 bg-paper ring-4 ring-paper max-lg:portrait:sticky max-lg:portrait:top-0"
          >
            {player}
          </div>
        )}
        <InterruptedNotice recording={recording} />
        <SharedNotices view={view} />
        <div className="flex min-h-8 flex-wrap items-start justify-between gap-3">
          {reactions}
          <span className="flex flex-wrap gap-2">
            {view.can_edit && (
              <Link to="/shared/$shareToken/edit" params={{ shareToken }} className={buttonLook()}>
                <Scissors />
                Edit
              </Link>
            )}
            {view.can_download && (
              <a
                href={downloadUrl(recording.id, view.media.token)}
                download
                className={buttonLook()}
              >
                <Download />
                Download Video
              </a>
            )}
          </span>
        </div>
      </div>
      <aside className="min-w-0">
        {tabs.length > 1 ? (
          <Tabs label="About this recording" tabs={tabs} value={tab} onChange={setTab} />
        ) : (
          tabs[0].content
        )}
      </aside>
    </div>
  );
}

function Head({ shareToken, view }: { shareToken: string; view: SharedView }) {
  const { recording, can_edit, owner } = view;
  const { mutate: rename } = useMutation(renameShared({ recordingId: recording.id, shareToken }));
  const facts = [
    formatDate(recording.created_at),
    recording.duration !== null && formatDuration(recording.duration),
    recording.size > 0 && formatSize(recording.size),
  ].filter((fact) => typeof fact === "string");
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <EditableTitle title={recording.filename} onSave={can_edit ? rename : undefined} />
        <Badge>{rightsOf(view)}</Badge>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-2">
        <span className="flex min-w-0 items-center gap-2">
          <Avatar username={owner.username} picture={owner.profile_picture} size="sm" />
          <span className="font-medium text-ink [overflow-wrap:anywhere]">{owner.username}</span>
        </span>
        <Facts facts={facts} />
      </p>
    </header>
  );
}

function rightsOf({ is_owner, permission_type }: SharedView) {
  if (is_owner) return "Your recording";
  return permission_type === "edit" ? "Can Edit" : "View Only";
}

function SharedNotices({ view }: { view: SharedView }) {
  const { is_owner, permission_type, expires_at, recording } = view;
  return (
    <div className="grid gap-1.5 text-14 text-ink-2">
      {is_owner ? (
        <Line icon={<UserRound />}>
          This is your own recording. Through this link, others can{" "}
          {permission_type === "edit" ? "watch and edit it" : "watch it"}.{" "}
          <Link
            to="/video/$id"
            params={{ id: recording.id }}
            className="rounded-8 font-medium text-ink underline"
          >
            Go to your recording
          </Link>
        </Line>
      ) : (
        <Line icon={<UserRound />}>
          <span className="block font-medium text-ink">This video was shared with you</span>
          <span>{rightsText(view)}</span>
        </Line>
      )}
      {expires_at && (
        <Line icon={<Clock />}>
          {isPast(expires_at) ? "This link is over for others since" : "This link expires on"}{" "}
          <span className="text-warn">{formatDateTime(expires_at)}</span>.
        </Line>
      )}
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3">
      {icon}
      <span>{children}</span>
    </p>
  );
}

function rightsText({ permission_type, can_edit, can_download }: SharedView) {
  if (permission_type === "edit") {
    const rights = "You have edit permissions for this video.";
    return can_edit ? rights : `${rights} Sign in to use them.`;
  }
  return can_download
    ? "You can view and download this video but cannot edit it."
    : "You can view this video but cannot download or edit it.";
}
