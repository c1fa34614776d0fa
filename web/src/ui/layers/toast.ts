import type { Linked } from "./toaster.tsx";

/** How long each kind stays, in milliseconds, is the specification's. */
export const toast = {
  /** With `undo` it stays long enough to be read and reached. */
  success: (text: string | Linked, { undo }: { undo?: Undo } = {}) =>
    show("success", text, undo ? 10_000 : 4_000, undo),
  error,
  warning: (text: string) => show("warning", text, 4_000),
  info: (text: string) => show("info", text, 3_000),
};

type Undo = (() => unknown) | undefined;

interface Cause {
  /** The thing that went wrong: once it is well again, the toast is taken back. */
  about?: string | undefined;
  /** The error is the reason for another page, and is read there. */
  leads?: boolean;
}

/** The errors that were shown as toasts, and are perhaps still on the screen. */
const said = new Map<string, Cause>();

function error(text: string, { duration = 5_000, ...cause }: Cause & { duration?: number } = {}) {
  said.set(text, cause);
  show("error", text, duration);
}

/** For a press whose words can be read, or asked for again, where it was. */
export const sayNotCopied = () => error("The browser refused to copy.");

/** The thing that these errors were about went well now: their toasts are taken back. */
export const errorMended = (cause: string) => takeBack(({ about }) => about === cause);

/** Another page is shown: errors of the last one are no longer of use. */
export const errorsLeftBehind = () => takeBack(({ leads }) => !leads);

function takeBack(isOver: (cause: Cause) => boolean) {
  const over = [...said].filter(([, cause]) => isOver(cause)).map(([text]) => text);
  if (over.length === 0) return;
  for (const text of over) said.delete(text);
  void loadToasts().then(({ dismissErrors }) => dismissErrors(over));
}

/** Toasts are no part of the first load; a page on which one is likely fetches them beforehand. */
export const loadToasts = () => import("./toaster.tsx");

/** A press on a toast is no press outside the dialog beneath it. */
export function isInToast(event: Event) {
  return event.target instanceof Element && event.target.closest("[data-sonner-toaster]") !== null;
}

type Kind = "success" | "error" | "warning" | "info";

function show(kind: Kind, text: string | Linked, duration: number, undo?: Undo) {
  void loadToasts().then(({ showToast }) => showToast(kind, text, duration, undo));
}
