const GAP = 12;
const WIDTH = 356;
/** The toasts of one moment, so that they need not move again. */
const HEIGHT = 200;

/** At top right, below what stands at the head of the page, and beside whatever is being written there. */
export function placeToasts() {
  const style = document.documentElement.style;
  const top = belowHead();
  const right = beside(document.querySelector("[data-writing]")?.getBoundingClientRect(), top);
  style.setProperty("--toast-top", `${top}px`);
  style.setProperty("--toast-right", `${right}px`);
}

/** A line that says what is wrong and can be dismissed belongs to the head it stands under. */
const HEAD = "[data-page-head], [data-page-head] + [role=alert]";

/** The end of the head. A page that was scrolled, or is all head, keeps no room clear. */
function belowHead(): number {
  const bar = document.querySelector("[data-bar]")?.getBoundingClientRect().bottom ?? 0;
  const ends = [...document.querySelectorAll(HEAD)].map(
    (part) => part.getBoundingClientRect().bottom,
  );
  return Math.round(Math.max(bar, 0, ...ends.filter((end) => end < innerHeight / 3))) + GAP;
}

/** Where the window is too narrow for both, the toasts lie over it: they are gone in a moment. */
function beside(writing: DOMRect | undefined, top: number): number {
  if (!writing || writing.top > top + HEIGHT || writing.bottom < top) return GAP + 4;
  const right = Math.round(innerWidth - writing.left) + GAP;
  return right + WIDTH + GAP > innerWidth ? GAP + 4 : right;
}
