import { useEffect } from "react";
import { keptOf } from "#web/features/recorder/flow.ts";
import type { View } from "#web/features/recorder/view.ts";
import { formatDuration } from "#web/lib/format.ts";

const ICON_WHILE_RECORDING = "/icon-recording.svg";

/** The tab's title and icon show from afar that recording is on. */
export function useTabSigns({ state, flow }: Pick<View, "state" | "flow">) {
  const isOn = "clock" in state;
  const time = formatDuration(keptOf(flow) / 1000);
  const sign = state.name === "paused" ? `Paused ${time} · Kinora` : `● ${time} · Kinora`;
  useEffect(() => {
    if (!isOn) return;
    const title = document.title;
    document.title = sign;
    return () => {
      // Another page has set its own title meanwhile: that one stays.
      if (document.title === sign) document.title = title;
    };
  }, [isOn, sign]);

  useEffect(() => {
    if (!isOn) return;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!icon) return;
    const before = icon.href;
    icon.href = ICON_WHILE_RECORDING;
    return () => {
      icon.href = before;
    };
  }, [isOn]);
}
