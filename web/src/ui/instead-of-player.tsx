import { CircleAlert, CloudOff, Film } from "lucide-react";
import type { ReactNode } from "react";
import type { Missing, Recording, SharedRecording } from "#contract/recordings.ts";
import { Banner } from "#web/ui/page/banner.tsx";
import { EmptyStage } from "#web/ui/page/empty-stage.tsx";
import { LiveDot } from "./badge.tsx";

/** An owner is told what to do about the recording; a visitor can only wait, or not. */
type Audience = "owner" | "visitor";

/** The reason why a recording cannot be had is told to its owner and to admins. */
type UnplayableRecording = SharedRecording & Partial<Pick<Recording, "missing" | "failure">>;

/** The notice in the player's place while there is nothing to play; undefined when there is. */
export function insteadOfPlayer(
  recording: UnplayableRecording,
  who: Audience,
): ReactNode | undefined {
  // A notice without a button: the owner's own page says what can be done about it.
  if (recording.missing)
    return stage(
      <CloudOff className="size-6" />,
      "This recording cannot be reached",
      whyMissing[recording.missing],
    );
  // A part of another recording has no bytes before it is cut out.
  const hasBytes = recording.size > 0;
  const status = recording.status === "processing" && !hasBytes ? "uploading" : recording.status;
  switch (status) {
    case "recording":
      if (recording.live) return undefined;
      if (recording.interrupted)
        return hasBytes
          ? undefined
          : stage(
              film,
              "This recording was interrupted",
              "Nothing of it has arrived yet. It goes on by itself when its recorder comes back.",
            );
      return stage(
        <LiveDot />,
        "This recording is still being made",
        who === "owner"
          ? "It plays here by itself as soon as the recording ends. The link works already."
          : "Stay here: it plays on this page as soon as the recording ends.",
      );
    case "uploading":
      return stage(
        film,
        "This recording is still arriving",
        "It plays here by itself as soon as all of it is there.",
      );
    case "failed":
      return stage(
        <CircleAlert className="size-6" />,
        "This recording cannot be played",
        recording.failure ?? "It could not be read.",
      );
    default:
      return recording.playable === false ? notPlayable(recording, who) : undefined;
  }
}

const film = <Film className="size-6" />;

const stage = (icon: ReactNode, title: string, help: string) => (
  <EmptyStage icon={icon} title={title} help={help} />
);

const whyMissing: Record<Missing, string> = {
  disconnected: "It lies in its owner's Google Drive, which is not connected at the moment.",
  trashed: "It lies in the trash of its owner's Google Drive. They can restore it there.",
  gone: "It is no longer in its owner's Google Drive.",
};

function notPlayable({ status, progress, mime_type }: UnplayableRecording, who: Audience) {
  if (status === "processing")
    return stage(
      film,
      `Converting this recording${progress === null ? "" : `: ${progress}%`}`,
      "Browsers cannot play its format, so a copy they can play is being made. The file is safe.",
    );
  return stage(
    film,
    "Browsers cannot play this recording",
    `The file is complete and safe, but its format (${mime_type}) needs a player on a computer.${who === "owner" ? " Download it to watch." : ""}`,
  );
}

type Props = { recording: Pick<Recording, "status" | "interrupted" | "size"> };

/** The recorder is silent, or never came back: why the video ends where it does. */
export function InterruptedNotice({ recording: { status, interrupted, size } }: Props) {
  if (!interrupted || size === 0) return null;
  return (
    <Banner tone="warn">
      {status === "recording"
        ? "The recording was interrupted. Everything until then plays here, and it goes on by itself when the recorder comes back."
        : "The recorder was interrupted and never came back. Everything until then is here."}
    </Banner>
  );
}
