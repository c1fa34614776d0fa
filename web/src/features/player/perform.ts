import { type Command, rateAfter } from "./keys.ts";
import { keepPreferences } from "./preferences.ts";

/** The commands that the element itself carries out; the others belong to the player around it. */
type ElementCommand = Extract<
  Command,
  { do: "toggle" | "skip" | "seek" | "jump" | "mute" | "louder" | "volume" | "faster" | "rate" }
>;

/** Carries a command out and says, in a word, what is now so. */
export function perform(command: ElementCommand, video: HTMLVideoElement, reach: number) {
  switch (command.do) {
    case "toggle":
      return toggle(video);
    case "skip":
      video.currentTime = within(video.currentTime + command.seconds, reach);
      return `${command.seconds > 0 ? "+" : "−"}${Math.abs(command.seconds)} s`;
    case "seek":
      video.currentTime = within(command.time, reach);
      return;
    case "jump":
      video.currentTime = within(command.to * reach, reach);
      return `${Math.round(command.to * 100)}%`;
    case "mute":
      return setVolume(video, video.volume || 1, !(video.muted || video.volume === 0));
    case "louder":
      return setVolume(video, video.volume + command.by, false);
    case "volume":
      return setVolume(video, command.to, false);
    case "faster":
      return setRate(video, rateAfter(video.playbackRate, command.steps));
    case "rate":
      return setRate(video, command.to);
  }
}

/** A video that may not start by itself says so by refusing; the button then still shows Play. */
function toggle(video: HTMLVideoElement) {
  if (video.paused) void video.play().catch(() => {});
  else video.pause();
  return undefined;
}

function setVolume(video: HTMLVideoElement, volume: number, muted: boolean) {
  video.volume = Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100;
  video.muted = muted;
  keepPreferences({ volume: video.volume, muted });
  return muted ? "Muted" : `Volume ${Math.round(video.volume * 100)}%`;
}

function setRate(video: HTMLVideoElement, rate: number) {
  video.playbackRate = rate;
  video.defaultPlaybackRate = rate;
  keepPreferences({ rate });
  return `${rate}×`;
}

const within = (time: number, reach: number) => Math.min(Math.max(0, time), reach);
