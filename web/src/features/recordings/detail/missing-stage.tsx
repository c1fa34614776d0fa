import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CloudOff, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Missing, Recording } from "#contract/recordings.ts";
import { lookAgain } from "#web/data/recordings.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { EmptyStage } from "#web/ui/page/empty-stage.tsx";

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

/** The notice in the player's place, where a recording's bytes cannot be had. */
export const outOfReach = (recording: Recording): ReactNode | undefined =>
  recording.missing ? (
    <MissingStage recording={recording} missing={recording.missing} />
  ) : undefined;

/** The reason why the recording is missing, and what can be done. */
function MissingStage({ recording, missing }: { recording: Recording; missing: Missing }) {
  const { mutate, isPending } = useMutation(lookAgain(recording.id));
  const { title, help } = words[missing];
  return (
    <EmptyStage
      icon={<CloudOff aria-hidden="true" className="size-6" />}
      title={title}
      help={help}
      action={
        missing === "disconnected" ? (
          <Link to="/settings" hash="cloud-storage" className={buttonLook()}>
            Connect in Settings
          </Link>
        ) : (
          <Button icon={<RotateCw />} busy={isPending} onClick={() => mutate()}>
            Look again
          </Button>
        )
      }
    />
  );
}
