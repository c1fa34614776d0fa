import { useNavigate } from "@tanstack/react-router";
import type { Clock } from "#web/features/recorder/clock.ts";
import { stopRecording } from "#web/features/recorder/recorder.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useSidebar } from "#web/ui/sidebar.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { Timer } from "./timer.tsx";

const RECORD_PAGE: string = "/new-recording";

interface Props {
  isPaused: boolean;
  clock: Clock;
}

/** '● 0:06 Stop', in the place where recording starts. */
export function SidebarStop({ isPaused, clock }: Props) {
  const { collapsed, onChoose } = useSidebar();
  const navigate = useNavigate();
  const stop = () => {
    stopRecording();
    onChoose();
    void navigate({ to: RECORD_PAGE });
  };
  return (
    <Tooltip text="Stop recording" side="right" off={!collapsed}>
      <Button
        aria-label={collapsed ? "Stop recording" : undefined}
        className={collapsed ? "mb-3 w-10 px-0!" : "mb-3 w-full"}
        onClick={stop}
      >
        {!isPaused && <LiveDot />}
        {!collapsed && (
          <span>
            <Timer clock={clock} isEcho /> Stop<span className="sr-only"> recording</span>
          </span>
        )}
      </Button>
    </Tooltip>
  );
}
