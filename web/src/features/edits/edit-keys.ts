import { useEffect, useEffectEvent } from "react";
import {
  isComposing,
  isElsewhere,
  keyOf,
  type Shortcut,
  useListedShortcuts,
} from "#web/lib/shortcuts.ts";
import { partAt } from "./edit-state.ts";
import type { Editing } from "./use-editing.ts";

/** A frame of most recordings. */
const FRAME_SECONDS = 1 / 30;

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** The acts behind keys and buttons of the editor: without a selection, the part at the playhead is meant. */
export function commandsOf({ state, parts, act, clock, toggle, zoomBy, ...editing }: Editing) {
  const now = clock.now();
  const chosen = state.selected ?? partAt(parts, now);
  return {
    play: toggle,
    "start here": () => act({ do: "trim", edge: "start", to: now }),
    "end here": () => act({ do: "trim", edge: "end", to: now }),
    split: () => act({ do: "split", at: now }),
    delete: () => chosen && act({ do: "remove", ranges: [chosen] }),
    "bring back": () => chosen && act({ do: "bring back", range: chosen }),
    undo: () => act({ do: "undo" }),
    redo: () => act({ do: "redo" }),
    "zoom in": () => zoomBy(1),
    "zoom out": () => zoomBy(-1),
    "select nothing": () => act({ do: "select", range: null }),
    save: () => editing.isUnsaved && !editing.isSaving && editing.save(),
  };
}

export type Command = keyof ReturnType<typeof commandsOf>;

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

function commandOf(event: KeyboardEvent): Command | undefined {
  const { shiftKey, altKey, ctrlKey, metaKey } = event;
  if (altKey) return undefined;
  const name = keyOf(event).toLowerCase();
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

/** Space presses these, and arrows go through them. */
const USE_SPACE = "button, a, summary, input, [role=checkbox], [role=combobox]";

/** The keys of the editor, wherever the focus is but in a field or a layer. */
export function useEditKeys(editing: Editing) {
  useListedShortcuts(listed);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event)) return;
    if (isElsewhere(event.target) || isSpaceOf(event)) return;
    const seconds = stepOf(event);
    const command = commandOf(event);
    if (seconds !== undefined) editing.step(seconds);
    else if (command) commandsOf(editing)[command]();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}

const isSpaceOf = ({ target, key }: KeyboardEvent) =>
  key === " " && target instanceof HTMLElement && target.closest(USE_SPACE) !== null;
