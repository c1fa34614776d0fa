import { lazy, Suspense } from "react";
import { useRecorder } from "#web/features/recorder/view.ts";

const Dock = lazy(() => import("./dock.tsx").then(({ Dock }) => ({ default: Dock })));

/** Stands in the root: a recording outlives the page it was started on. Costs nothing while there is none. */
export function RecorderEverywhere() {
  const view = useRecorder();
  if (view.state.name === "idle") return null;
  return (
    <Suspense>
      <Dock view={view} />
    </Suspense>
  );
}
