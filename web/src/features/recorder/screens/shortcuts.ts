import type { Shortcut } from "#web/lib/shortcuts.ts";

const group = "Recorder";

export const startKey: Shortcut = { keys: "r", label: "Start recording", group };
export const cancelKey: Shortcut = { keys: "Escape", label: "Cancel the countdown", group };
export const pauseKey: Shortcut = { keys: "p", label: "Pause and resume", group };
export const stopKey: Shortcut = { keys: "s", label: "Stop recording", group };
