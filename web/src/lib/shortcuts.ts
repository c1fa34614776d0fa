import { atom, getDefaultStore, useAtomValue } from "jotai";
import { useEffect, useEffectEvent } from "react";

export interface Shortcut {
  /** As `event.key` names it, with 'mod+' for ⌘ or Ctrl: 'mod+k', '?', 'Escape'. */
  keys: string;
  label: string;
  group: string;
}

const active = atom<readonly Shortcut[]>([]);
const store = getDefaultStore();

export const useActiveShortcuts = () => useAtomValue(active);

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
  store.set(active, (all) => [...all, ...shortcuts]);
  return () => store.set(active, (all) => all.filter((other) => !shortcuts.includes(other)));
}

export const isListed = (keys: string) =>
  store.get(active).some((shortcut) => shortcut.keys === keys);

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
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const wantsMod = keys.startsWith("mod+");
  if ((event.metaKey || event.ctrlKey) !== wantsMod) return false;
  if (!wantsMod && isElsewhere(event.target)) return false;
  return event.key.toLowerCase() === keys.replace("mod+", "").toLowerCase();
}

const FIELDS = "input, textarea, select, [role=textbox]";
/** The layers over the page: a letter finds an item of a list there, and starts no recording behind it. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

function isElsewhere(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches(FIELDS) || target.closest(LAYERS) !== null)
  );
}
