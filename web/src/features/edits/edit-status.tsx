import { useMutation, useQuery } from "@tanstack/react-query";
import type { Edit } from "#contract/edits.ts";
import { configQuery } from "#web/data/config.ts";
import { removeOriginal, restoreOriginal } from "#web/data/edits.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Progress } from "#web/ui/progress.tsx";
import type { EditedVideo } from "./edited-video.ts";
import type { useEdit } from "./use-edit.ts";

interface Props {
  video: EditedVideo;
  edit: Edit;
  editing: ReturnType<typeof useEdit>;
  hides: boolean;
}

/** What people see at the moment, and what can be done about it. */
export function EditStatus({ video, edit, editing, hides }: Props) {
  return (
    <div className="grid gap-3 empty:hidden">
      {editing.isBehind && <Behind {...{ edit, editing, hides }} />}
      {editing.isUnsaved && <KeyFramesOnly />}
      {edit.status === "failed" && (
        <Banner tone="error">
          <span className="font-medium">The cut could not be made.</span> {edit.error}
        </Banner>
      )}
      {edit.status === "rendering" && <Rendering progress={edit.progress} />}
      <Original {...{ video, edit }} />
    </div>
  );
}

/** Said before anything is saved: the film will be a little shorter than what the preview plays. */
function KeyFramesOnly() {
  const { data: config } = useQuery(configQuery);
  if (config?.exact_cuts !== false) return null;
  return (
    <Banner tone="warn">
      <span className="font-medium">This server has no ffmpeg, so it cannot cut exactly.</span> Each
      part begins at its next key frame, up to some seconds later. A part without a key frame is
      left out.
    </Banner>
  );
}

/** Two people have cut: nothing of either is lost, and the person here decides. */
function Behind({ edit, editing, hides }: Omit<Props, "video">) {
  return (
    <Banner
      tone="warn"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={editing.lookAtTheirs}>
            Look at theirs
          </Button>
          <Button size="sm" onClick={() => editing.save(hides, edit.version)}>
            Save mine over it
          </Button>
        </span>
      }
    >
      <span className="font-medium">Somebody else has saved another cut.</span> Yours is kept here.
      Undo brings it back after a look at theirs.
    </Banner>
  );
}

function Rendering({ progress }: Pick<Edit, "progress">) {
  return (
    <section
      aria-label="The new film"
      className="grid gap-3 rounded-12 border border-line bg-raised p-4"
    >
      <div className="grid gap-0.5">
        <p className="font-medium text-14 tabular-nums">
          The new film is being made{progress === null ? "" : `: ${Math.round(progress)}%`}
        </p>
        <p className="text-13 text-ink-2">You can leave this page or go on cutting.</p>
      </div>
      <Progress label="The new film" value={progress ?? undefined} />
    </section>
  );
}

/** The original, for as long as there is one. */
function Original({ video, edit }: Pick<Props, "video" | "edit">) {
  const { scope, isOwner } = video;
  const { mutate: restore, isPending: isRestoring } = useMutation(restoreOriginal(scope));
  const { mutate: remove, isPending: isRemoving } = useMutation(removeOriginal(scope));
  const isEdited = edit.original_available && edit.status !== "none";
  const askToRemove = async () => {
    const isSure = await confirm({
      title: "Remove the original for good?",
      description:
        "What you cut out is deleted everywhere, with its comments and words. Nobody can bring it back.",
      danger: true,
    });
    if (isSure) remove();
  };
  if (!isEdited) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" busy={isRestoring} onClick={() => restore()}>
        Restore the original
      </Button>
      {isOwner && edit.status === "ready" && (
        <Button size="sm" tone="danger" busy={isRemoving} onClick={() => void askToRemove()}>
          Remove for good
        </Button>
      )}
    </div>
  );
}
