import type { Edit } from "#contract/edits.ts";
import { removeOriginal, restoreOriginal, saveEdit } from "#web/data/edits.ts";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { UNABLE } from "./use-browser-cut.ts";
import type { Editing } from "./use-editing.ts";

/** The film that people see at the moment, and the acts that change it. */
export function EditStatus(editing: Editing) {
  const { edit } = editing;
  return (
    <div className="grid gap-3 empty:hidden">
      {editing.isBehind && <Behind {...editing} />}
      {editing.isUnsaved && editing.inBrowser.isBare && <HowItIsCut {...editing} />}
      {edit.status === "failed" && (
        <Banner tone="error">
          <span className="font-medium">The cut could not be made.</span> {edit.error}
        </Banner>
      )}
      {edit.status === "rendering" &&
        (edit.waits_for_owner ? (
          <InBrowser {...editing} />
        ) : (
          <Rendering progress={edit.progress} help="You can leave this page or go on cutting." />
        ))}
      <Original {...editing} />
    </div>
  );
}

/** Said before anything is saved: at key frames, the film will be a little shorter than what the preview plays. */
function HowItIsCut({ video, inBrowser: { can } }: Editing) {
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
        This server has no ffmpeg{video.isOwner && ", and this browser has no encoder"}, so the cut
        is not exact.
      </span>{" "}
      {AT_KEY_FRAMES}
    </Banner>
  );
}

const AT_KEY_FRAMES =
  "Each part begins at its next key frame, up to some seconds later. A part without a key frame is left out.";

/** The cut goes on in the browser of the owner, wherever and whenever they open the editor. */
function InBrowser({ video, edit, inBrowser, onSaved }: Editing) {
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
          <WriteButton size="sm" write={saveEdit(video.scope, onSaved)} input={{ version, kept }}>
            Cut at key frames
          </WriteButton>
        </span>
      }
    >
      <span className="font-medium">{failure ?? UNABLE}</span> Another one may, or the server cuts
      at key frames. {AT_KEY_FRAMES}
    </Banner>
  );
}

/** Two people have cut: nothing of either is lost, and the person here decides. */
function Behind({ edit, follow, save }: Editing) {
  return (
    <Banner
      tone="warn"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => follow(edit)}>
            Look at theirs
          </Button>
          <Button size="sm" onClick={() => save(edit.version)}>
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

function Rendering({ progress, help }: Pick<Edit, "progress"> & { help: string }) {
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
function Original({ video: { scope, isOwner }, edit, follow }: Editing) {
  if (!edit.original_available || edit.status === "none") return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <WriteButton size="sm" write={restoreOriginal(scope, follow)}>
        Restore the original
      </WriteButton>
      {isOwner && edit.status === "ready" && (
        <WriteButton
          size="sm"
          tone="danger"
          write={removeOriginal(scope)}
          question={beforeRemoving}
        >
          Remove for good
        </WriteButton>
      )}
    </div>
  );
}

const beforeRemoving = {
  title: "Remove the original for good?",
  description:
    "What you cut out is deleted everywhere, with its comments and words. Nobody can bring it back.",
  danger: true,
};
