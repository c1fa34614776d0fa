import { useEffect, useEffectEvent } from "react";
import { type Shortcut, useListedShortcuts } from "#web/lib/shortcuts.ts";

/** A frame of most recordings. */
const FRAME_SECONDS = 1 / 30;

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** Everything that a key or a button of the editor does. */
export type Command =
  | "play"
  | "start here"
  | "end here"
  | "split"
  | "delete"
  | "bring back"
  | "undo"
  | "redo"
  | "save"
  | "zoom in"
  | "zoom out"
  | "select nothing";

const plain: Record<string, Command> = {
  ...{ " ": "play", i: "start here", o: "end here", s: "split", b: "bring back" },
  ...{ delete: "delete", backspace: "delete", escape: "select nothing" },
  ...{ "+": "zoom in", "=": "zoom in", "-": "zoom out" },
};

/** The seconds that an arrow goes: a frame, or with Shift a whole second. */
export function stepOf({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const seconds = shiftKey ? 1 : FRAME_SECONDS;
  return key === "ArrowLeft" ? -seconds : key === "ArrowRight" ? seconds : undefined;
}

function actOf({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): Command | undefined {
  if (altKey) return undefined;
  const name = key.toLowerCase();
  if (!ctrlKey && !metaKey) return plain[name];
  if (name === "z") return shiftKey ? "redo" : "undo";
  if (name === "s") return "save";
  return name === "y" ? "redo" : undefined;
}

const named = (keys: string, label: string): Shortcut => ({ keys, label, group: "Edit" });

const listed: readonly Shortcut[] = [
  named(" ", "Play or pause"),
  named("ArrowLeft", "Back by a frame, with Shift by a second"),
  named("ArrowRight", "Forward by a frame, with Shift by a second"),
  named("i", "Start here"),
  named("o", "End here"),
  named("s", "Split here"),
  named("Delete", "Delete what is selected, or the part here"),
  named("b", "Bring back what was deleted here"),
  named("+", "Zoom in, and with - out"),
  named("mod+z", "Undo, and with Shift redo"),
  named("mod+s", "Save"),
];

const WRITING = "input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]";
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";
/** Space presses these, and arrows go through them. */
const USE_SPACE = "button, a, summary, input, [role=checkbox], [role=combobox]";

interface Keyed {
  act: (act: Command) => void;
  step: (seconds: number) => void;
}

/** The keys of the editor, wherever the focus is but in a field or a layer. */
export function useEditKeys({ act, step }: Keyed) {
  useListedShortcuts(listed);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isElsewhere(event)) return;
    const seconds = stepOf(event);
    const named = actOf(event);
    if (seconds === undefined && named === undefined) return;
    event.preventDefault();
    if (seconds !== undefined) step(seconds);
    else if (named) act(named);
  });
  useEffect(() => {
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}

function isElsewhere({ target, key }: KeyboardEvent) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches(WRITING) || target.closest(LAYERS)) return true;
  return key === " " && target.closest(USE_SPACE) !== null;
}
