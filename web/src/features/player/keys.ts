import type { Shortcut } from "#web/lib/shortcuts.ts";
import { keepPreferences } from "./preferences.ts";

/** The commands that the element itself carries out; the others belong to the player around it. */
type ElementCommand =
  | { do: "toggle" | "mute" }
  | { do: "skip"; seconds: number }
  /** A fraction of the whole. */
  | { do: "jump"; to: number }
  | { do: "louder"; by: number }
  | { do: "volume" | "rate"; to: number }
  | { do: "faster"; steps: number };

export type Command =
  | ElementCommand
  | { do: "captions" }
  | { do: "fullscreen" }
  | { do: "theatre" }
  | { do: "picture" }
  | { do: "help" };

export const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** Where the keyboard stands: it decides which keys are the player's to take. */
const standings = [
  /** In a field, a menu or a dialog: none. */
  "elsewhere",
  /** On a control of the page: only those that no control uses itself. */
  "control",
  /** On nothing in particular: all but those that scroll the page. */
  "page",
  /** In the player: all. */
  "player",
] as const;
export type Standing = (typeof standings)[number];

interface Key {
  key: string;
  modified: boolean;
}

/** The player's keys: where the keyboard must stand at least, what they do, and how a list of shortcuts names them. */
const keys: readonly [keys: string, where: Standing, command: Command, label?: string][] = [
  ["k", "control", { do: "toggle" }, "Play or pause, also with the space bar"],
  [" ", "page", { do: "toggle" }],
  ["ArrowLeft", "page", { do: "skip", seconds: -5 }, "Back 5 seconds"],
  ["ArrowRight", "page", { do: "skip", seconds: 5 }, "Forward 5 seconds"],
  ["j", "control", { do: "skip", seconds: -10 }, "Back 10 seconds"],
  ["l", "control", { do: "skip", seconds: 10 }, "Forward 10 seconds"],
  ["5", "control", { do: "jump", to: 0.5 }, "Jump to 50 percent, and so with 0 to 9"],
  ["Home", "player", { do: "jump", to: 0 }],
  ["End", "player", { do: "jump", to: 1 }],
  ["ArrowUp", "player", { do: "louder", by: 0.05 }, "Louder, in the player"],
  ["ArrowDown", "player", { do: "louder", by: -0.05 }, "Quieter, in the player"],
  ["m", "control", { do: "mute" }, "Mute"],
  ["c", "control", { do: "captions" }, "Captions"],
  ["<", "control", { do: "faster", steps: -1 }, "Slower"],
  [">", "control", { do: "faster", steps: 1 }, "Faster"],
  ["f", "control", { do: "fullscreen" }, "Full screen"],
  ["t", "control", { do: "theatre" }, "Theatre"],
  ["i", "control", { do: "picture" }, "Picture in picture"],
  ["?", "control", { do: "help" }],
];

export const playerShortcuts: readonly Shortcut[] = keys.flatMap(([keys, , , label]) =>
  label ? [{ keys, label, group: "Player" }] : [],
);

export function commandOf({ key, modified }: Key, standing: Standing): Command | undefined {
  if (modified || standing === "elsewhere") return undefined;
  if (/^\d$/.test(key)) return { do: "jump", to: Number(key) / 10 };
  const name = key.toLowerCase();
  const found = keys.find(([known]) => known.toLowerCase() === name);
  return found && standings.indexOf(standing) >= standings.indexOf(found[1]) ? found[2] : undefined;
}

/** The neighbour of a speed, also of one that is not on the list. */
export function rateAfter(rate: number, steps: number) {
  const nearest = rates.reduce((best, candidate) =>
    Math.abs(candidate - rate) < Math.abs(best - rate) ? candidate : best,
  );
  const index = rates.indexOf(nearest) + steps;
  return rates[Math.min(rates.length - 1, Math.max(0, index))] ?? 1;
}

/** Carries a command out and says, in a word, what is now so. */
export function perform(command: ElementCommand, video: HTMLVideoElement, reach: number) {
  switch (command.do) {
    case "toggle":
      return toggle(video);
    case "skip":
      video.currentTime = within(video.currentTime + command.seconds, reach);
      return `${command.seconds > 0 ? "+" : "−"}${Math.abs(command.seconds)} s`;
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
      return setRate(video, rateAfter(chosenRate(video), command.steps));
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

/** A viewer who is brought to the end by a little more speed has not chosen that speed. */
export const chosenRate = ({ dataset, playbackRate }: HTMLVideoElement) =>
  Number(dataset.chosenRate ?? playbackRate);

function setRate(video: HTMLVideoElement, rate: number) {
  delete video.dataset.chosenRate;
  video.playbackRate = rate;
  video.defaultPlaybackRate = rate;
  keepPreferences({ rate });
  return `${rate}×`;
}

const within = (time: number, reach: number) => Math.min(Math.max(0, time), reach);
