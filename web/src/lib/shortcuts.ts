import { atom, getDefaultStore, useAtomValue } from "jotai";
import { useEffect, useEffectEvent } from "react";

export interface Shortcut {
  /** As `event.key` names it, with 'mod+' for ⌘ or Ctrl: 'mod+k', '?', 'Escape'. */
  keys: string;
  label: string;
  group: string;
}

const active = atom<readonly (readonly Shortcut[])[]>([]);
const store = getDefaultStore();

/** Each shortcut once, also where two players list it. */
export const useActiveShortcuts = () => [...new Set(useAtomValue(active).flat())];

/** Listens while the component is mounted, in the page or in a window of it. `shortcut` must not change between renders. */
export function useShortcut(
  shortcut: Shortcut,
  run: (event: KeyboardEvent) => void,
  on = true,
  where: Window = window,
) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed(shortcut.keys, event)) return;
    event.preventDefault();
    // A key that is held down has been pressed once.
    if (!event.repeat) run(event);
  });
  useEffect(() => {
    if (!on) return;
    // The list is the page's: another window has the same keys again.
    const unlist = where === window ? list([shortcut]) : () => {};
    where.addEventListener("keydown", pressed);
    return () => {
      unlist();
      where.removeEventListener("keydown", pressed);
    };
  }, [on, shortcut, where]);
}

/** Lists shortcuts that somebody else listens for. `shortcuts` must not change between renders. */
export function useListedShortcuts(shortcuts: readonly Shortcut[]) {
  useEffect(() => list(shortcuts), [shortcuts]);
}

function list(shortcuts: readonly Shortcut[]) {
  const mine = [...shortcuts]; // what another lists stays
  store.set(active, (all) => [...all, mine]);
  return () => store.set(active, (all) => all.filter((other) => other !== mine));
}

export const isListed = (keys: string) =>
  store
    .get(active)
    .flat()
    .some((shortcut) => shortcut.keys === keys);

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** 'mod+k' → ['⌘', 'K'] */
export function keyNames(keys: string) {
  const names: Record<string, string> = {
    mod: isMac ? "⌘" : "Ctrl",
    Escape: "Esc",
    " ": "Space",
    ArrowLeft: "←",
    ArrowRight: "→",
    ArrowUp: "↑",
    ArrowDown: "↓",
  };
  return keys.split(/\+(?=.)/).map((key) => {
    return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  });
}

function isPressed(keys: string, event: KeyboardEvent) {
  if (event.defaultPrevented || isComposing(event) || event.altKey) return false;
  const wantsMod = keys.startsWith("mod+");
  if ((event.metaKey || event.ctrlKey) !== wantsMod) return false;
  if (!wantsMod && isElsewhere(event.target)) return false;
  return keyOf(event).toLowerCase() === keys.replace("mod+", "").toLowerCase();
}

/** The key chooses among the letters of another script. Safari ends the choice before it tells of the key, by this number. */
export const isComposing = (event: Pick<KeyboardEvent, "isComposing" | "keyCode">) =>
  event.isComposing || event.keyCode === 229;

/** On a keyboard of another script, the Latin letter at the place of the one that was pressed. */
export const keyOf = ({ key, code }: Pick<KeyboardEvent, "key" | "code">) =>
  /^(?!\p{Script=Latin})\p{L}$/u.test(key) ? code.replace("Key", "").toLowerCase() : key;

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]";
/**
 * The layers over the page: a letter finds an item of a list there, and starts no recording behind it. A list of which
 * several are chosen is no layer: it is that of the words of a film.
 */
const LAYERS =
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not([aria-multiselectable])";

/** Whether a letter is written, or means something, where it was pressed. */
export function isElsewhere(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches(FIELDS) || target.closest(LAYERS) !== null)
  );
}
