import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import { useIsPageOpen, useOfferedStart } from "#web/features/recorder/open-page.ts";
import { useRecorder } from "#web/features/recorder/view.ts";
import { SidebarAct } from "#web/ui/page/sidebar.tsx";

const SidebarStop = lazy(() => import("./sidebar-stop.tsx"));

/** The way to the recorder. On the record page it starts a recording or puts a result away; it stops one that runs. */
export function RecordInSidebar({ children }: { children: ReactNode }) {
  const { state } = useRecorder();
  const offered = useOfferedStart();
  const isPageOpen = useIsPageOpen();
  if (offered) return <Act label="Start recording" onAct={offered.start} />;
  if (isPageOpen && "summary" in state) return <Act label="New Recording" onAct={putAway} />;
  if (state.name !== "recording" && state.name !== "paused") return children;
  return (
    <Suspense fallback={children}>
      <SidebarStop isPaused={state.name === "paused"} />
    </Suspense>
  );
}

/** A page that shows a result has loaded the recorder; other pages do without it. */
const putAway = async () => (await import("#web/features/recorder/recorder.ts")).resetRecorder();

/** A quiet button: a larger one on the same page does the same. */
const Act = (props: Pick<ComponentProps<typeof SidebarAct>, "label" | "onAct">) => (
  <SidebarAct
    {...props}
    icon={<span aria-hidden="true" className="size-3 rounded-full bg-red" />}
  />
);
