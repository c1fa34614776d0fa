import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clapperboard, VideoOff } from "lucide-react";
import { recordingTopic } from "#contract/events.ts";
import type { Recording, SharedRecording } from "#contract/recordings.ts";
import { headersOf } from "#web/data/discussion-key.ts";
import { editQuery } from "#web/data/edits.ts";
import { useStaleTopic } from "#web/data/realtime.ts";
import { mediaTokenQuery, sheetOf, streamUrl } from "#web/data/recordings.ts";
import { isUnknown } from "#web/lib/api-error.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { insteadOfPlayer } from "#web/ui/instead-of-player.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { EditSkeleton } from "./edit-skeleton.tsx";
import type { EditedVideo } from "./edited-video.ts";
import { Editor } from "./editor.tsx";

interface Props extends Omit<EditedVideo, "src" | "pictures" | "onBroken"> {
  /** The owner is told more about it than others. */
  recording: SharedRecording & Partial<Pick<Recording, "moving" | "missing" | "failure">>;
}

/** The editor, or the reason why there is none at the moment. */
export function EditPage(props: Props) {
  const { scope, recording, isOwner, back } = props;
  const { id } = recording;
  const edit = useQuery(editQuery(scope));
  const queryClient = useQueryClient();
  const tokens = mediaTokenQuery(id, headersOf(scope));
  const media = useQuery(tokens);
  const events = ["film", "edit", "joined"] as const;
  useStaleTopic(recordingTopic(id), [editQuery(scope).queryKey], scope.shareToken, events);
  const error = (edit.data ? null : edit.error) ?? (media.data ? null : media.error);
  const failure = isUnknown(error) ? (
    nothingToEdit
  ) : (
    <LoadError
      title="Failed to load the editor"
      help="The recording is safe."
      busy={edit.isFetching || media.isFetching}
      onRetry={() => void Promise.all([edit.refetch(), media.refetch()])}
    />
  );
  const isReady = recording.status === "ready";
  const reason =
    insteadOfPlayer(recording, isOwner ? "owner" : "visitor") ??
    (isReady ? error && failure : inPreparation);
  if (reason)
    return (
      <div className="grid gap-5">
        {back}
        <h1 className="sr-only">Edit</h1>
        {reason}
      </div>
    );
  if (!edit.data || !media.data) return <EditSkeleton />;
  const { token } = media.data;
  // The original that is removed for good gives its address to the film that was cut from it.
  const { contact_sheet, original_duration: film } = edit.data;
  return (
    <div className="grid gap-5">
      {recording.moving?.failed === null && (
        <Banner>This recording is being moved. A cut can be saved once it has arrived.</Banner>
      )}
      <Editor
        edit={edit.data}
        video={{
          ...props,
          src: streamUrl(id, token, { original: true, film }),
          onBroken: () => void queryClient.prefetchQuery(tokens),
          pictures: sheetOf({ id, contact_sheet }, token, { original: true }),
        }}
      />
    </div>
  );
}

const nothingToEdit = (
  <EmptyState
    icon={<VideoOff />}
    title="There is nothing to edit here"
    help="The recording was deleted, or you may not edit it."
  />
);

const inPreparation = (
  <EmptyState
    icon={<Clapperboard />}
    title="This recording is still being prepared"
    help="It can be edited as soon as it is ready. This page opens by itself."
  />
);
