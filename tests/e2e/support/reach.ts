import { expect, type Page } from "@playwright/test";
import { expectNothingSticksOut, settled } from "./accessibility.ts";

/** The room that a small laptop of 1366 × 657 has at 200 %. */
const ZOOMED = { width: 683, height: 328 };

/** At 200 % nothing is cut off, and each control can be scrolled to where a pointer meets it. */
export async function expectZooms(page: Page) {
  await expectNothingSticksOut(page, [ZOOMED.width]);
  await page.setViewportSize(ZOOMED);
  // A message goes by itself; so small a window may have no free place for it.
  await expect(page.locator("[data-sonner-toast]:not(:has([role=alertdialog]))")).toHaveCount(0);
  await settled(page);
  await page.evaluate(leave); // the way past the sidebar lies over the page while it has the focus
  await settled(page); // what comes with the focus goes with it
  await page.evaluate(controlsOfPage);
  const met = await page.evaluate(outOfReach);
  expect.soft(met, `${page.url()} at 200 %: out of reach`).toEqual([]);
}

/** By Tab alone each control is reached, seen to have the focus, and left again. */
export async function expectWalks(page: Page) {
  await page.setViewportSize({ width: 1366, height: 657 });
  await settled(page);
  const count = await page.evaluate(controlsOfPage);
  await page.evaluate(leave);
  const unseen: string[] = [];
  let known = 0;
  // Some stops are no controls, such as a part that scrolls.
  for (let presses = 0; presses < count + 20; presses++) {
    await page.keyboard.press("Tab");
    await settled(page);
    const fault = await page.evaluate(lookAtFocus);
    // A part of a busy page may hand the focus on a moment later.
    known = fault === "again" ? known + 1 : 0;
    if (fault && fault !== "again") unseen.push(fault);
    if (known > 2) break;
  }
  const missed = await page.evaluate(missedByTab);
  expect.soft(unseen, `${page.url()}: has the focus unseen`).toEqual([]);
  expect.soft(missed, `${page.url()}: Tab never gets there`).toEqual([]);
}

/** Runs in the page: takes the focus from where it is. */
function leave() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Runs in the page: remembers the controls that it offers now, outside of toasts; gives how many there are in all. */
function controlsOfPage(): number {
  const kinds = ["a[href]", "button", "input:not([type=hidden])", "textarea", "summary"];
  const roles = ["switch", "checkbox", "radio", "combobox", "tab", "slider"];
  const selector = [...kinds, ...roles.map((role) => `[role=${role}]`)].join();
  const isOffered = (control: HTMLElement) =>
    !control.matches(":disabled, [aria-disabled=true]") &&
    !control.closest("[aria-hidden=true], [inert], [aria-label=Notifications]") &&
    control.checkVisibility({ visibilityProperty: true }) &&
    // An element for screen readers alone stands in a box of one pixel.
    control.offsetWidth > 2;
  // What lies open over the page is all that there is to use.
  const layer = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1);
  const offered = [...(layer ?? document).querySelectorAll<HTMLElement>(selector)].filter(
    isOffered,
  );
  Object.assign(window, { offered, reached: new Set() });
  return document.querySelectorAll(selector).length;
}

/** Runs in the page: the controls that no pointer can meet, wherever one scrolls to, and what lies there instead. */
function outOfReach(): string[] {
  const offered: HTMLElement[] = Reflect.get(window, "offered");
  return offered.flatMap((control) => {
    // A part that comes with the pointer or the focus is tried with the focus.
    const drawn = control.matches("input") ? control.parentElement : control;
    if (!drawn?.checkVisibility({ opacityProperty: true })) return [];
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    // A link may run over two lines, and its middle lie between them.
    const [{ x, y, width, height } = control.getBoundingClientRect()] = control.getClientRects();
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    if (control.contains(met) || met?.closest("label")?.contains(control)) return [];
    return `${control.outerHTML.slice(0, 120)}: ${met?.outerHTML.slice(0, 120)}`;
  });
}

/** Runs in the page: remembers what has the focus, and says what is wrong with how it is seen. */
async function lookAtFocus(): Promise<string | undefined> {
  // The end of a dialog hands the focus to its beginning with the next frame.
  const isAtEnd = () => document.activeElement?.matches("[data-base-ui-focus-guard]");
  for (let frames = 0; isAtEnd() && frames < 60; frames++) await new Promise(requestAnimationFrame);
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.matches("body, iframe")) return;
  const reached: Set<Element> = Reflect.get(window, "reached");
  if (reached.has(focused)) return "again";
  reached.add(focused);
  // A message goes by itself; the field of the palette is all of its window.
  if (focused.closest("[aria-label^=Notifications], [role=dialog] [role=combobox]")) return;
  const around = [focused, focused.parentElement, focused.nextElementSibling];
  const isRinged = [...around, focused.closest("label")].some((element) =>
    // The link of a card is ringed all around the card.
    [undefined, "::after"].some(
      (part) => element && getComputedStyle(element, part).outlineStyle !== "none",
    ),
  );
  const { left, top, right, bottom } = focused.getBoundingClientRect();
  const isInSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  // Some fields are drawn by the element around them.
  const drawn = focused.matches("input") ? focused.parentElement : focused;
  const isShown = drawn?.checkVisibility({ opacityProperty: true });
  if (isRinged && isInSight && isShown) return;
  return `${JSON.stringify({ isRinged, isInSight, isShown })} ${focused.outerHTML.slice(0, 160)}`;
}

/** Runs in the page: the controls without the focus so far, but for groups that arrow keys go through. */
function missedByTab(): string[] {
  const offered: HTMLElement[] = Reflect.get(window, "offered");
  const reached: Set<Element> = Reflect.get(window, "reached");
  const group = (control: Element) =>
    control.closest("[role=tablist], [role=radiogroup], [role=group], fieldset");
  const isReached = (control: HTMLElement) =>
    reached.has(control) || [...reached].some((one) => group(one) && group(one) === group(control));
  return offered
    .filter((control) => control.isConnected && !isReached(control))
    .map((control) => control.outerHTML.slice(0, 200));
}
