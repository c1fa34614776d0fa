import type { Shortcut } from "#web/lib/shortcuts.ts";
import type { Edit, EditedCue } from "./editing.ts";

interface Key {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

interface EditedLine {
  cue: EditedCue;
  /** Where in its text the caret stands. */
  at: number;
  moment: number;
}

/** How far a key moves a line. */
const NUDGE = 0.1;

/** The edit that a key means in the text of a line; undefined where the key is the field's own. */
export function editOfKey(pressed: Key, place: EditedLine): Edit | undefined {
  const { key, altKey } = pressed;
  const { id } = place.cue;
  const isChord = pressed.ctrlKey || pressed.metaKey;
  if (isChord && !altKey) return editOfChord(pressed, place);
  if (altKey && !isChord && key === "ArrowLeft") return { do: "shift", id, by: -NUDGE };
  if (altKey && !isChord && key === "ArrowRight") return { do: "shift", id, by: NUDGE };
  return undefined;
}

function editOfChord({ key, shiftKey }: Key, { cue, at, moment }: EditedLine) {
  const { id } = cue;
  const name = key.toLowerCase();
  if (name === "z") return { do: shiftKey ? "redo" : "undo" } as const;
  if (name === "y") return { do: "redo" } as const;
  if (name === "enter") return { do: "split", id, at, moment } as const;
  if (name === "j") return { do: "join", id } as const;
  return undefined;
}

const named = (keys: string, label: string): Shortcut => ({ keys, label, group: "Subtitles" });

export const editorShortcuts: readonly Shortcut[] = [
  named("mod+s", "Save"),
  named("mod+z", "Undo, and with Shift redo"),
  named("mod+Enter", "Split the line at the caret"),
  named("mod+j", "Join it with the next line"),
  named("Alt+ArrowLeft", "Earlier by a tenth of a second"),
  named("Alt+ArrowRight", "Later by a tenth of a second"),
  named("Alt+k", "Play or pause, while writing"),
];
