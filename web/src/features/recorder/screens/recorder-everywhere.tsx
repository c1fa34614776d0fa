import { lazy, Suspense } from "react";
import { useFloating } from "#web/features/recorder/floating.ts";
import { useAside } from "#web/features/recorder/send/aside-takes.ts";
import { useRecorder } from "#web/features/recorder/view.ts";

const Dock = lazy(() => import("./dock.tsx"));

/** Stands in the root: a recording outlives the page it was started on. Costs nothing while there is none. */
export function RecorderEverywhere() {
  const view = useRecorder();
  const isFloating = useFloating() !== null;
  const canUndo = useAside().length > 0;
  if (view.state.name === "idle" && !isFloating && !canUndo) return null;
  return (
    <Suspense>
      <Dock view={view} />
    </Suspense>
  );
}
