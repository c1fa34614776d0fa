import { LiveDot } from "#web/ui/badge.tsx";
import { SidebarAct } from "#web/ui/page/sidebar.tsx";
import { Timer } from "./signs.tsx";
import { useStop } from "./take-controls.tsx";

/** '● 0:06 Stop', in the place where recording starts. */
export default function SidebarStop({ isPaused }: { isPaused: boolean }) {
  return (
    <SidebarAct label="Stop recording" icon={!isPaused && <LiveDot />} onAct={useStop()}>
      <span>
        <Timer isEcho /> Stop<span className="sr-only"> recording</span>
      </span>
    </SidebarAct>
  );
}
