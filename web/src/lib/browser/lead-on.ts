const CONTROLS = ":is(a[href], button, input, textarea, [tabindex]):not([aria-hidden=true])";

/** From now on, when a control that the keyboard has come to goes, the next one gets the focus. */
export const leadOn = () => document.addEventListener("focusin", watch);

/** Somebody who is elsewhere by then stays there. */
function watch({ target: from }: FocusEvent) {
  if (!(from instanceof Element) || !from.matches(":focus-visible")) return;
  const part = from.closest<HTMLElement>("[role=dialog], main");
  if (!part) return;
  const all = [...part.querySelectorAll<HTMLElement>(CONTROLS)];
  const place = all.findIndex((control) => control === from);
  const rest = [...all.slice(place + 1), ...all.slice(0, place).reverse()];
  // The round button of phones floats over each page, and is next to nothing on it.
  const next = [...rest.filter((control) => !control.closest("[data-phone-action]")), part];
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    if (from.isConnected && (activeElement === from || activeElement === body)) return;
    observer.disconnect();
    if (activeElement !== body) return;
    for (const control of next) {
      control.focus();
      if (document.activeElement === control) return;
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
