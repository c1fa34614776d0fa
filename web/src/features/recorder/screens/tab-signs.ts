import { useEffect } from "react";
import { elapsed } from "#web/features/recorder/clock.ts";
import type { State } from "#web/features/recorder/machine.ts";
import { formatDuration } from "#web/lib/format.ts";

const ICON_WHILE_RECORDING = "/icon-recording.svg";

/** The tab's title and icon show from afar that recording is on. */
export function useTabSigns(state: State) {
  const clock = "clock" in state ? state.clock : null;
  const isPaused = state.name === "paused";
  useEffect(() => {
    if (!clock) return;
    let [title, ours] = [document.title, ""];
    const write = () => {
      // Another page has set its own title meanwhile: that one is put back at the end.
      if (document.title !== ours) title = document.title;
      const time = formatDuration(elapsed(clock, performance.now()) / 1000);
      ours = isPaused ? `Paused ${time} · Kinora` : `● ${time} · Kinora`;
      document.title = ours;
    };
    write();
    const timer = setInterval(write, 1000);
    return () => {
      clearInterval(timer);
      if (document.title === ours) document.title = title;
    };
  }, [clock, isPaused]);

  useEffect(() => {
    if (!clock) return;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!icon) return;
    const before = icon.href;
    icon.href = ICON_WHILE_RECORDING;
    return () => {
      icon.href = before;
    };
  }, [clock]);
}
