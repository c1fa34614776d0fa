/** Lets the browser keep the page and its code, for people who have signed in: visitors of a link need neither. */
export function keepOffline() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const options = { scope: "/", updateViaCache: "none" } as const;
  void navigator.serviceWorker.register("/sw.js", options).catch(() => undefined);
}
