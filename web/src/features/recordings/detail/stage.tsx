import { CircleAlert, Film } from "lucide-react";
import type { ReactNode } from "react";
import type { Recording } from "#contract/recordings.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { EmptyStage } from "#web/ui/empty-stage.tsx";

/** What stands in the player's place while there is nothing to play; undefined when there is. */
export function insteadOfPlayer(recording: Recording): ReactNode | undefined {
  switch (recording.status) {
    case "recording":
      return (
        <EmptyStage
          icon={<LiveDot />}
          title="This video is being recorded"
          help="It plays here by itself as soon as the recording ends. The link works already."
        />
      );
    case "uploading":
      return (
        <EmptyStage
          icon={<Film aria-hidden="true" className="size-6" />}
          title="This video is still arriving"
          help="It plays here by itself as soon as all of it is there."
        />
      );
    case "failed":
      return (
        <EmptyStage
          icon={<CircleAlert aria-hidden="true" className="size-6" />}
          title="This video cannot be played"
          help={`${recording.failure ?? "It could not be read."} The file is kept: you can still download it.`}
        />
      );
    default:
      return recording.playable === false ? <NotPlayable recording={recording} /> : undefined;
  }
}

function NotPlayable({ recording: { status, progress, mime_type } }: { recording: Recording }) {
  const icon = <Film aria-hidden="true" className="size-6" />;
  if (status === "processing") {
    return (
      <EmptyStage
        icon={icon}
        title={`Converting this video${progress === null ? "" : `: ${progress}%`}`}
        help="Browsers cannot play its format, so a copy they can play is being made. The file is safe."
      />
    );
  }
  return (
    <EmptyStage
      icon={icon}
      title="Browsers cannot play this video"
      help={`The file is complete and safe, but its format (${mime_type}) needs a player on a computer. Download it to watch.`}
    />
  );
}
