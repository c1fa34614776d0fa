import { act, render, screen } from "@testing-library/react";
import type { Ref } from "react";
import { Player } from "#web/features/player/player.tsx";
import type { PlayerHandle, PlayerProps } from "#web/features/player/player-props.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

/** The report of an element; the rest stays as it was. */
interface Reported {
  paused?: boolean;
  ended?: boolean;
  readyState?: number;
  currentTime?: number;
  duration?: number;
  volume?: number;
  muted?: boolean;
  playbackRate?: number;
}

export const RECORDING = "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a02";

/** A player over an element that does nothing by itself: a test says what it reports. */
export function renderPlayer(props: Partial<PlayerProps> & { ref?: Ref<PlayerHandle> } = {}) {
  const page = (more: Partial<PlayerProps>) => (
    <TooltipGroup>
      <Player
        recordingId={RECORDING}
        title="How we ship"
        sources={[{ src: "/stream", type: "video/webm" }]}
        duration={60}
        {...props}
        {...more}
      />
    </TooltipGroup>
  );
  const { rerender, unmount } = render(page({}));
  const video = screen.getByLabelText<HTMLVideoElement>("How we ship");
  const state = { paused: true, ended: false, readyState: 4, currentTime: 0, duration: 60 };
  for (const name of Object.keys(state))
    Object.defineProperty(video, name, {
      get: () => Reflect.get(state, name),
      set: (value: unknown) => Reflect.set(state, name, value),
    });
  video.play = async () => report({ paused: false });
  video.pause = () => report({ paused: true });
  const report = ({ volume, muted, playbackRate, ...rest }: Reported, event = "timeupdate") =>
    act(() => {
      Object.assign(state, rest);
      if (volume !== undefined) video.volume = volume;
      if (muted !== undefined) video.muted = muted;
      if (playbackRate !== undefined) video.playbackRate = playbackRate;
      video.dispatchEvent(new Event(event));
    });
  const change = (more: Partial<PlayerProps>) => rerender(page(more));
  return { video, report, change, unmount };
}

/** The names of the buttons that are shown, in order. */
export const buttons = () =>
  screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
