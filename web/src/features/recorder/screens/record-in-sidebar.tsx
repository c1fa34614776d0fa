import { lazy, type ReactNode, Suspense } from "react";
import { useRecorder } from "#web/features/recorder/view.ts";

const SidebarStop = lazy(() =>
  import("./sidebar-stop.tsx").then(({ SidebarStop }) => ({ default: SidebarStop })),
);

/** The button that starts a recording; while one runs, the one that stops it. */
export function RecordInSidebar({ children }: { children: ReactNode }) {
  const { state } = useRecorder();
  if (state.name !== "recording" && state.name !== "paused") return children;
  return (
    <Suspense fallback={children}>
      <SidebarStop isPaused={state.name === "paused"} clock={state.clock} />
    </Suspense>
  );
}
