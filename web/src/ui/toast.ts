/** How long each kind stays, in milliseconds, is the specification's. */
export const toast = {
  success: (text: string, duration = 4_000) => show("success", text, duration),
  error: (text: string, duration = 5_000) => show("error", text, duration),
  warning: (text: string, duration = 4_000) => show("warning", text, duration),
  info: (text: string, duration = 3_000) => show("info", text, duration),
};

/** Toasts are no part of the first load; a page on which one is likely fetches them beforehand. */
export function loadToasts() {
  return import("./toaster.tsx");
}

/** A press on a toast is no press outside the dialog beneath it. */
export function isInToast(event: Event) {
  return event.target instanceof Element && event.target.closest("[data-sonner-toaster]") !== null;
}

function show(kind: "success" | "error" | "warning" | "info", text: string, duration: number) {
  void loadToasts().then(({ showToast }) => showToast(kind, text, duration));
}
