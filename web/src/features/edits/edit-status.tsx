import { useMutation } from "@tanstack/react-query";
import type { Edit } from "#contract/edits.ts";
import { removeOriginal, restoreOriginal, saveEdit } from "#web/data/edits.ts";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Progress } from "#web/ui/progress.tsx";
import type { EditedVideo } from "./edited-video.ts";
import { type BrowserCut, UNABLE } from "./use-browser-cut.ts";
import type { useEdit } from "./use-edit.ts";

interface Props {
  video: EditedVideo;
  edit: Edit;
  editing: ReturnType<typeof useEdit>;
  hides: boolean;
  inBrowser: BrowserCut;
}

/** The film that people see at the moment, and the acts that change it. */
export function EditStatus({ video, edit, editing, hides, inBrowser }: Props) {
  return (
    <div className="grid gap-3 empty:hidden">
      {editing.isBehind && <Behind {...{ edit, editing, hides }} />}
      {editing.isUnsaved && inBrowser.isBare && (
        <HowItIsCut isOwner={video.isOwner} {...inBrowser} />
      )}
      {edit.status === "failed" && (
        <Banner tone="error">
          <span className="font-medium">The cut could not be made.</span> {edit.error}
        </Banner>
      )}
      {edit.status === "rendering" &&
        (edit.waits_for_owner ? (
          <InBrowser {...{ video, edit, inBrowser }} />
        ) : (
          <Rendering progress={edit.progress} />
        ))}
      <Original {...{ video, edit }} />
    </div>
  );
}

/** Said before anything is saved: at key frames, the film will be a little shorter than what the preview plays. */
function HowItIsCut({ isOwner, can }: Pick<BrowserCut, "can"> & { isOwner: boolean }) {
  if (can === undefined) return null;
  if (can)
    return (
      <Banner>
        <span className="font-medium">Your browser makes the cut.</span> This server has no ffmpeg.
        After you save, keep this page open until the new film is there.
      </Banner>
    );
  return (
    <Banner tone="warn">
      <span className="font-medium">
        This server has no ffmpeg{isOwner && ", and this browser has no encoder"}, so the cut is not
        exact.
      </span>{" "}
      {AT_KEY_FRAMES}
    </Banner>
  );
}

const AT_KEY_FRAMES =
  "Each part begins at its next key frame, up to some seconds later. A part without a key frame is left out.";

/** The cut goes on in the browser of the owner, wherever and whenever they open the editor. */
function InBrowser({ video, edit, inBrowser }: Pick<Props, "video" | "edit" | "inBrowser">) {
  const { mutate: save, isPending } = useMutation(saveEdit(video.scope));
  const { can, failure, percent, again } = inBrowser;
  if (!video.isOwner)
    return (
      <Banner>
        <span className="font-medium">The new film waits for the owner of this recording.</span> The
        owner's browser makes it while the editor is open there.
      </Banner>
    );
  if (can !== false && !failure)
    return (
      <Rendering
        progress={percent ?? null}
        help="Keep this page open. If you leave, the cut goes on when you come back."
      />
    );
  const { version, kept } = edit;
  return (
    <Banner
      tone="warn"
      action={
        <span className="flex flex-wrap gap-2">
          {failure && (
            <Button size="sm" onClick={again}>
              Try again
            </Button>
          )}
          <Button size="sm" busy={isPending} onClick={() => save({ version, kept })}>
            Cut at key frames
          </Button>
        </span>
      }
    >
      <span className="font-medium">{failure ?? UNABLE}</span> Another one may, or the server cuts
      at key frames. {AT_KEY_FRAMES}
    </Banner>
  );
}

/** Two people have cut: nothing of either is lost, and the person here decides. */
function Behind({ edit, editing, hides }: Pick<Props, "edit" | "editing" | "hides">) {
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

interface RenderingProps extends Pick<Edit, "progress"> {
  help?: string;
}

function Rendering({
  progress,
  help = "You can leave this page or go on cutting.",
}: RenderingProps) {
  return (
    <Card aria-label="The new film" className="grid gap-3 p-4">
      <div className="grid gap-0.5">
        <p className="font-medium text-14 tabular-nums">
          The new film is being made{progress === null ? "" : `: ${Math.round(progress)}%`}
        </p>
        <p className="text-13 text-ink-2">{help}</p>
      </div>
      <Progress label="The new film" value={progress ?? undefined} />
    </Card>
  );
}

/** The original, for as long as there is one. */
function Original({ video, edit }: Pick<Props, "video" | "edit">) {
  const { scope, isOwner } = video;
  const { mutate: restore, isPending: isRestoring } = useMutation(restoreOriginal(scope));
  const { mutate: remove, isPending: isRemoving } = useMutation(removeOriginal(scope));
  const isEdited = edit.original_available && edit.status !== "none";
  const askToRemove = askBefore(() => remove(), {
    title: "Remove the original for good?",
    description:
      "What you cut out is deleted everywhere, with its comments and words. Nobody can bring it back.",
    danger: true,
  });
  if (!isEdited) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" busy={isRestoring} onClick={() => restore()}>
        Restore the original
      </Button>
      {isOwner && edit.status === "ready" && (
        <Button size="sm" tone="danger" busy={isRemoving} onClick={askToRemove}>
          Remove for good
        </Button>
      )}
    </div>
  );
}
