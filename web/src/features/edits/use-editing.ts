import { useState } from "react";
import type { Edit } from "#contract/edits.ts";
import type { KeptRange } from "#contract/timeline.ts";
import { partsOf } from "./edit-state.ts";
import type { EditedVideo } from "./edited-video.ts";
import { usePreview } from "./preview.ts";
import { useZoom } from "./timeline/use-zoom.ts";
import { useBrowserCut } from "./use-browser-cut.ts";
import { useEdit } from "./use-edit.ts";

/** Everything that the parts of the editor show and do. */
export type Editing = ReturnType<typeof useEditing>;

/** The edit in the making along the time of the original, and the film that plays it. */
export function useEditing(video: EditedVideo, edit: Edit) {
  const inBrowser = useBrowserCut(video, edit);
  const making = useEdit(video.scope, edit, inBrowser.isBare && inBrowser.can);
  const { state } = making;
  const preview = usePreview(state.kept, state.duration, video.src);
  const zooming = useZoom(state.duration);
  const [marked, onMark] = useState<readonly KeptRange[]>([]);
  // Until somebody chooses here, a film that was hidden stays so.
  const [hides, setHides] = useState<boolean>();
  const isUnready = edit.status === "rendering" || edit.status === "failed";
  return {
    ...{ video, edit, inBrowser, ...making, ...preview, ...zooming },
    parts: partsOf(state),
    /** Shown on the timeline before they are removed. */
    ...{ marked, onMark },
    ...{ hides: hides ?? edit.hides, setHides },
    // There is something to hide only until the cut is there.
    isUnsaved: making.isUnsaved || (isUnready && (hides ?? edit.hides) !== edit.hides),
    save: (over?: number) => making.save(hides, over),
  };
}
