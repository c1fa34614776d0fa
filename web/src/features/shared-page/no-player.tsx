import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Recording } from "#contract/recordings.ts";
import { isArriving } from "#web/data/recordings.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { EmptyStage } from "#web/ui/empty-stage.tsx";

/** What stands in the player's place while there is nothing to play; undefined when there is. */
export function noPlayer(recording: Recording): ReactNode | undefined {
  if (isArriving(recording)) return <BeingRecorded isLive={recording.status === "recording"} />;
  if (recording.status === "failed") {
    return (
      <EmptyStage
        icon={<CircleAlert aria-hidden="true" className="size-6" />}
        title="This video cannot be played"
        help={recording.failure ?? "Something went wrong while it was prepared."}
      />
    );
  }
  if (recording.playable === false) {
    return (
      <EmptyStage
        icon={<CircleAlert aria-hidden="true" className="size-6" />}
        title="Browsers cannot play this video"
        help="The file is complete and safe, in a format that needs a player on a computer."
      />
    );
  }
  return undefined;
}

/** It turns into the player by itself. */
function BeingRecorded({ isLive }: { isLive: boolean }) {
  return (
    <EmptyStage
      icon={<LiveDot />}
      title={isLive ? "This video is being recorded right now" : "This video is still arriving"}
      help="Stay here: it plays on this page as soon as it is there."
    />
  );
}
