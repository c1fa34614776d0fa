import { useState } from "react";
import type { Edit } from "#contract/edits.ts";
import type { KeptRange } from "#contract/timeline.ts";
import { EditBar } from "./edit-bar.tsx";
import { type Command, useEditKeys } from "./edit-keys.ts";
import { partAt, partsOf } from "./edit-state.ts";
import { EditStatus } from "./edit-status.tsx";
import type { EditedVideo } from "./edited-video.ts";
import { SaveBar } from "./save-bar.tsx";
import { SidePanel } from "./side-panel.tsx";
import { Stage } from "./stage.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { useZoom } from "./timeline/use-zoom.ts";
import { useBrowserCut } from "./use-browser-cut.ts";
import { useEdit } from "./use-edit.ts";
import { usePreview } from "./use-preview.ts";

/** The film over its timeline, and its words beside it. */
export function Editor({ video, edit }: { video: EditedVideo; edit: Edit }) {
  const { scope, recording, src, back, share } = video;
  const inBrowser = useBrowserCut(video, edit);
  const editing = useEdit(scope, edit, inBrowser.isBare && inBrowser.can);
  const { state, act } = editing;
  const preview = usePreview(state.kept, state.duration);
  const { clock, seek: onSeek } = preview;
  const [marked, setMarked] = useState<readonly KeptRange[]>([]);
  const zooming = useZoom(state.duration);
  const [hides, setHides] = useState(false);
  const run = useCommands(editing, preview, zooming.zoomBy, () => editing.save(hides));
  useEditKeys({ act: run, step: preview.step });
  return (
    <div data-fills-phone className="grid gap-5">
      <SaveBar {...{ editing, recording, back, share, hides, setHides }} />
      <EditStatus {...{ video, edit, editing, hides, inBrowser }} />
      {/* One column is no grid: in a grid, Chromium took seconds to lay out very long words. */}
      <div className="gap-x-8 space-y-6 xl:grid xl:grid-cols-[minmax(0,1fr)_360px] xl:space-y-0">
        <div className="grid content-start gap-3">
          <Stage title={recording.filename} src={src} preview={preview} />
          <EditBar {...{ state, preview, run, zooming }} />
          <Timeline {...{ video, state, act, clock, zooming, marked, onSeek }} />
        </div>
        <SidePanel {...{ video, state, act, clock, onSeek }} onMark={setMarked} />
      </div>
    </div>
  );
}

/** The acts of the keys and of the buttons: without a selection, the part at the playhead is meant. */
function useCommands(
  { state, act, isUnsaved, isSaving }: ReturnType<typeof useEdit>,
  preview: ReturnType<typeof usePreview>,
  zoomBy: (steps: number) => void,
  save: () => void,
) {
  return (command: Command) => {
    const now = preview.clock.now();
    const here = partAt(partsOf(state), now);
    const chosen = state.selected ?? here;
    if (command === "play") preview.toggle();
    if (command === "start here") act({ do: "trim", edge: "start", to: now });
    if (command === "end here") act({ do: "trim", edge: "end", to: now });
    if (command === "split") act({ do: "split", at: now });
    if (command === "delete" && chosen) act({ do: "remove", ranges: [chosen] });
    if (command === "bring back" && chosen) act({ do: "bring back", range: chosen });
    if (command === "undo" || command === "redo") act({ do: command });
    if (command === "zoom in") zoomBy(1);
    if (command === "zoom out") zoomBy(-1);
    if (command === "select nothing") act({ do: "select", range: null });
    if (command === "save" && isUnsaved && !isSaving) save();
  };
}
