import { type RefObject, useEffect, useEffectEvent } from "react";
import { isListed, useListedShortcuts } from "#web/lib/shortcuts.ts";
import { type Command, commandOf, playerShortcuts, type Standing } from "./keys.ts";

/** The player's keys work wherever they mean nothing else. */
export function useKeys(frame: RefObject<HTMLElement | null>, run: (command: Command) => void) {
  useListedShortcuts(playerShortcuts);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const command = commandOf(
      { key: event.key, modified },
      standingOf(event.target, frame.current),
    );
    if (!command || (command.do === "help" && pageHelps())) return;
    event.preventDefault();
    event.stopPropagation();
    run(command);
  });
  useEffect(() => {
    // Before everybody else, so that no key does two things.
    window.addEventListener("keydown", pressed, { capture: true });
    return () => window.removeEventListener("keydown", pressed, { capture: true });
  }, []);
}

/** The page's list of shortcuts names the player's keys, too; in full screen the list could not be seen. */
const pageHelps = () => isListed("?") && !document.fullscreenElement;

const FIELDS = "input:not([type=range]), textarea, select, [contenteditable], [role=textbox]";
const LAYERS = "[role=menu], [role=listbox], [role=dialog], [role=alertdialog], [role=combobox]";
const CONTROLS =
  "a, button, summary, input, [tabindex]:not([tabindex='-1']), [role=radio], [role=tab]";

function standingOf(target: EventTarget | null, frame: HTMLElement | null): Standing {
  if (!(target instanceof Element)) return "page";
  if (target.closest(FIELDS) || target.closest(LAYERS)) return "elsewhere";
  const isInside = frame?.contains(target) ?? false;
  if (isInside && !target.matches("button")) return "player";
  return target.closest(CONTROLS) ? "control" : "page";
}
