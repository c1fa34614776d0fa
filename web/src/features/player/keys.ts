import type { Shortcut } from "#web/lib/shortcuts.ts";

/** Everything the player can be told to do, by a key or by a control. */
export type Command =
  | { do: "toggle" }
  | { do: "skip"; seconds: number }
  | { do: "seek"; time: number }
  /** A fraction of the whole. */
  | { do: "jump"; to: number }
  | { do: "mute" }
  | { do: "louder"; by: number }
  | { do: "volume"; to: number }
  | { do: "faster"; steps: number }
  | { do: "rate"; to: number }
  | { do: "captions" }
  | { do: "fullscreen" }
  | { do: "theatre" }
  | { do: "picture" }
  | { do: "help" };

export const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** Where the keyboard stands: it decides which keys are the player's to take. */
export type Standing =
  /** In a field, a menu or a dialog: none. */
  | "elsewhere"
  /** On a control of the page: only those that no control uses itself. */
  | "control"
  /** On nothing in particular: all but those that scroll the page. */
  | "page"
  /** In the player: all. */
  | "player";

interface Key {
  key: string;
  modified: boolean;
}

const everywhere: Record<string, Command> = {
  k: { do: "toggle" },
  j: { do: "skip", seconds: -10 },
  l: { do: "skip", seconds: 10 },
  m: { do: "mute" },
  f: { do: "fullscreen" },
  t: { do: "theatre" },
  i: { do: "picture" },
  c: { do: "captions" },
  "<": { do: "faster", steps: -1 },
  ">": { do: "faster", steps: 1 },
  "?": { do: "help" },
};

const offControls: Record<string, Command> = {
  " ": { do: "toggle" },
  arrowleft: { do: "skip", seconds: -5 },
  arrowright: { do: "skip", seconds: 5 },
};

const inPlayer: Record<string, Command> = {
  arrowup: { do: "louder", by: 0.05 },
  arrowdown: { do: "louder", by: -0.05 },
  home: { do: "jump", to: 0 },
  end: { do: "jump", to: 1 },
};

export function commandOf({ key, modified }: Key, standing: Standing): Command | undefined {
  if (modified || standing === "elsewhere") return undefined;
  const name = key.toLowerCase();
  const known = everywhere[name] ?? (/^\d$/.test(name) ? jumpTo(name) : undefined);
  if (known || standing === "control") return known;
  return offControls[name] ?? (standing === "player" ? inPlayer[name] : undefined);
}

const jumpTo = (digit: string): Command => ({ do: "jump", to: Number(digit) / 10 });

const named = (keys: string, label: string): Shortcut => ({ keys, label, group: "Player" });

/** The player's keys, as a list of shortcuts shows them. */
export const playerShortcuts: readonly Shortcut[] = [
  named("k", "Play or pause, also with the space bar"),
  named("ArrowLeft", "Back 5 seconds"),
  named("ArrowRight", "Forward 5 seconds"),
  named("j", "Back 10 seconds"),
  named("l", "Forward 10 seconds"),
  named("5", "Jump to 50 percent, and so with 0 to 9"),
  named("ArrowUp", "Louder, in the player"),
  named("ArrowDown", "Quieter, in the player"),
  named("m", "Mute"),
  named("c", "Captions"),
  named("<", "Slower"),
  named(">", "Faster"),
  named("f", "Full screen"),
  named("t", "Theatre"),
  named("i", "Picture in picture"),
];

/** The neighbour of a speed, also of one that is not on the list. */
export function rateAfter(rate: number, steps: number) {
  const nearest = rates.reduce((best, candidate) =>
    Math.abs(candidate - rate) < Math.abs(best - rate) ? candidate : best,
  );
  const index = rates.indexOf(nearest) + steps;
  return rates[Math.min(rates.length - 1, Math.max(0, index))] ?? 1;
}
