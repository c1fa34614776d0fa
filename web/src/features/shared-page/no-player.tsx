import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Recording } from "#contract/recordings.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { isArriving } from "./queries.ts";

/** What stands in the player's place while there is nothing to play; undefined when there is. */
export function noPlayer(recording: Recording): ReactNode | undefined {
  if (isArriving(recording)) return <BeingRecorded isLive={recording.status === "recording"} />;
  if (recording.status === "failed") {
    return (
      <Stage
        icon={<CircleAlert aria-hidden="true" className="size-6" />}
        title="This video cannot be played"
        help={recording.failure ?? "Something went wrong while it was prepared."}
      />
    );
  }
  if (recording.playable === false) {
    return (
      <Stage
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
    <Stage
      icon={<LiveDot />}
      title={isLive ? "This video is being recorded right now" : "This video is still arriving"}
      help="Stay here: it plays on this page as soon as it is there."
    />
  );
}

interface StageProps {
  icon: ReactNode;
  title: string;
  help: string;
}

function Stage({ icon, title, help }: StageProps) {
  return (
    <div
      role="status"
      className="grid aspect-video place-content-center justify-items-center gap-3 rounded-12 bg-stage p-6 text-center text-on-stage"
    >
      {icon}
      <p className="font-medium text-16">{title}</p>
      <p className="max-w-[48ch] text-14 opacity-75">{help}</p>
    </div>
  );
}
