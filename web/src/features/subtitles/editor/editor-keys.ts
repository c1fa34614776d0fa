import type { Shortcut } from "#web/lib/shortcuts.ts";
import type { Edit, EditedCue } from "./editing.ts";

type Key = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** How far a key moves a line. */
const NUDGE = 0.1;

/** The edit that a key means where the caret stands `at` a letter of a line; undefined where the key is the field's. */
export function editOfKey(
  pressed: Key,
  { cue, at, moment }: { cue: EditedCue; at: number; moment: number },
): Edit | undefined {
  const { key, altKey, shiftKey } = pressed;
  const { id, start, end } = cue;
  const isChord = pressed.ctrlKey || pressed.metaKey;
  if (altKey === isChord) return undefined; // both: on some keyboards they write a letter
  const moved = (by: number): Edit => ({ do: "time", id, start: start + by, end: end + by });
  if (altKey) return { ArrowLeft: moved(-NUDGE), ArrowRight: moved(NUDGE) }[key];
  const chords: Record<string, Edit> = {
    z: { do: shiftKey ? "redo" : "undo" },
    y: { do: "redo" },
    enter: { do: "split", id, at, moment },
    j: { do: "join", id },
  };
  return chords[key.toLowerCase()];
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
