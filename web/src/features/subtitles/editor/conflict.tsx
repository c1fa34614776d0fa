import { Button } from "#web/ui/controls/button.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import type { useEditing } from "./use-editing.ts";

/** Two people have written: the person here decides whose words stay. */
export function Conflict({ editing }: { editing: ReturnType<typeof useEditing> }) {
  const { isSaving, keepMine, takeTheirs, keepEditing } = editing;
  return (
    <Dialog
      open
      onClose={keepEditing}
      title="Somebody else saved these subtitles"
      description="They were changed while you were editing. Nothing of yours has been saved yet, and nothing of theirs is lost."
      footer={
        <>
          {/* First, and so what somebody presses who is still writing: nothing is lost by it. */}
          <Button tone="quiet" onClick={keepEditing}>
            Keep editing
          </Button>
          <Button onClick={() => void takeTheirs()}>Load theirs, drop mine</Button>
          <Button tone="primary" busy={isSaving} onClick={keepMine}>
            Save over theirs
          </Button>
        </>
      }
    />
  );
}
