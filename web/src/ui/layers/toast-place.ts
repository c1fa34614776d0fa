const GAP = 12;
const EDGE = 16;
const WIDTH = 356;
/** One toast of two lines, before there is one to measure. */
const HEIGHT = 67;

interface ToastPlace {
  top: number;
  right: number;
}

let last: ToastPlace | null = null;

/** Near the top right, below what stands at the head of the page, where toasts cover no control. */
export function placeToasts() {
  const first = { top: belowHead(), right: EDGE };
  const toasts = [...document.querySelectorAll<HTMLElement>("[data-sonner-toast]")];
  const height = toasts.reduce((sum, { offsetHeight }) => sum + offsetHeight + 8, 0) || HEIGHT;
  const taken = controlsInSight();
  const isFree = ({ top, right }: ToastPlace) =>
    top >= first.top &&
    top + height + GAP <= innerHeight &&
    right + WIDTH + GAP <= innerWidth &&
    !taken.some(
      (box) =>
        box.top < top + height &&
        box.bottom > top &&
        box.left < innerWidth - right &&
        box.right > innerWidth - right - WIDTH,
    );
  // Toasts that are being read stay where they are as long as they may.
  if (!last || toasts.length === 0 || !isFree(last)) last = nearest(first, taken, isFree);
  const { style } = document.documentElement;
  style.setProperty("--toast-top", `${last.top}px`);
  style.setProperty("--toast-right", `${last.right}px`);
}

/** The first place itself where there is no free one: toasts are gone in a moment. */
function nearest(first: ToastPlace, taken: DOMRect[], isFree: (at: ToastPlace) => boolean) {
  const tops = new Set([first.top, ...taken.map(({ bottom }) => Math.ceil(bottom) + GAP)]);
  const rights = new Set([EDGE, ...taken.map(({ left }) => Math.ceil(innerWidth - left) + GAP)]);
  let best = { place: first, away: Number.POSITIVE_INFINITY };
  for (const right of rights)
    for (const top of tops) {
      const away = top - first.top + right - EDGE;
      if (away < best.away && isFree({ top, right })) best = { place: { top, right }, away };
    }
  return best.place;
}

const CONTROL =
  "a[href], button, input, select, textarea, summary, [role=switch], [role=slider], [role=radio]";

/** The boxes of all that can be pressed or filled in: of an open dialog those alone, for the page beneath waits. */
function controlsInSight(): DOMRect[] {
  const toaster = "[data-sonner-toaster]";
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
  return [...(dialog ?? document).querySelectorAll(CONTROL)]
    .filter((control) => !control.closest(toaster))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => {
      return width > 1 && height > 1 && bottom > 0 && top < innerHeight;
    });
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
