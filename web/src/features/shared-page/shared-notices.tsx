import { Link } from "@tanstack/react-router";
import { Clock, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { SharedView } from "#contract/shares.ts";
import { formatDateTime } from "#web/lib/format.ts";

/** The visitor's rights here, and how long they last. */
export function SharedNotices({ view }: { view: SharedView }) {
  const { is_owner, expires_at, recording } = view;
  return (
    <div className="grid gap-1.5 text-14 text-ink-2">
      {is_owner ? (
        <Line icon={<UserRound />}>
          This is your own recording. Through this link, others can {othersMay(view)}.{" "}
          <Link to={pageOf(recording.id)} className="rounded-8 font-medium text-ink underline">
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
          {isOver(expires_at) ? "This link is over for others since" : "This link expires on"}{" "}
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

/** Only the owner gets to see a link that is over. */
const isOver = (expiresAt: string) => Date.parse(expiresAt) <= Date.now();

const othersMay = ({ permission_type }: SharedView) =>
  permission_type === "edit" ? "watch and edit it" : "watch it";

const pageOf = (recordingId: string): string => `/video/${recordingId}`;

function rightsText({ permission_type, can_edit, can_download }: SharedView) {
  if (permission_type === "edit") {
    const rights = "You have edit permissions for this video.";
    return can_edit ? rights : `${rights} Sign in to use them.`;
  }
  return can_download
    ? "You can view and download this video but cannot edit it."
    : "You can view this video but cannot download or edit it.";
}
