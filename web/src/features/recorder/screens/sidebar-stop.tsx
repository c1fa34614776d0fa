import { LiveDot } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Tooltip } from "#web/ui/layers/tooltip.tsx";
import { useSidebar } from "#web/ui/page/sidebar.tsx";
import { Timer } from "./signs.tsx";
import { useStop } from "./take-controls.tsx";

/** '● 0:06 Stop', in the place where recording starts. */
export function SidebarStop({ isPaused }: { isPaused: boolean }) {
  const { collapsed, onChoose } = useSidebar();
  const stop = useStop();
  return (
    <Tooltip text="Stop recording" side="right" off={!collapsed}>
      <Button
        aria-label={collapsed ? "Stop recording" : undefined}
        className={collapsed ? "mb-3 w-10 px-0!" : "mb-3 w-full"}
        onClick={() => {
          onChoose();
          stop();
        }}
      >
        {!isPaused && <LiveDot />}
        {!collapsed && (
          <span>
            <Timer isEcho /> Stop<span className="sr-only"> recording</span>
          </span>
        )}
      </Button>
    </Tooltip>
  );
}
