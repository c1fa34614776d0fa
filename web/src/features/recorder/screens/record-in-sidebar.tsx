import { lazy, type ReactNode, Suspense } from "react";
import { useOfferedStart, useRecorder } from "#web/features/recorder/view.ts";
import { Button } from "#web/ui/button.tsx";
import { useSidebar } from "#web/ui/sidebar.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

const SidebarStop = lazy(() =>
  import("./sidebar-stop.tsx").then(({ SidebarStop }) => ({ default: SidebarStop })),
);

/** The way to the recorder; on its own page it starts one, and while one runs it stops that. */
export function RecordInSidebar({ children }: { children: ReactNode }) {
  const { state } = useRecorder();
  const offered = useOfferedStart();
  if (offered) return <Start onStart={offered.start} />;
  if (state.name !== "recording" && state.name !== "paused") return children;
  return (
    <Suspense fallback={children}>
      <SidebarStop isPaused={state.name === "paused"} clock={state.clock} />
    </Suspense>
  );
}

/** Quiet: its big red brother is on the same page. */
function Start({ onStart }: { onStart: () => void }) {
  const { collapsed, onChoose } = useSidebar();
  return (
    <Tooltip text="Start recording" side="right" off={!collapsed}>
      <Button
        aria-label={collapsed ? "Start recording" : undefined}
        className={collapsed ? "mb-3 w-10 px-0!" : "mb-3 w-full"}
        icon={<span aria-hidden="true" className="size-3 rounded-full bg-red" />}
        onClick={() => {
          onChoose();
          onStart();
        }}
      >
        {!collapsed && "Start recording"}
      </Button>
    </Tooltip>
  );
}
