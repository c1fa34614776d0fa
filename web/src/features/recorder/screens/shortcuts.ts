import type { Shortcut } from "#web/lib/shortcuts.ts";

const GROUP = "Recorder";

export const startKey: Shortcut = { keys: "r", label: "Start recording", group: GROUP };
export const cancelKey: Shortcut = { keys: "Escape", label: "Cancel the countdown", group: GROUP };
export const pauseKey: Shortcut = { keys: "p", label: "Pause and resume", group: GROUP };
export const stopKey: Shortcut = { keys: "s", label: "Stop recording", group: GROUP };
