import { expect, type Page } from "@playwright/test";

/** The window in which controls are counted: that of a small laptop. */
const WINDOW = { width: 1366, height: 657 };

interface Most {
  own: number;
  /** The controls that frame the screen: sidebar and bar on top. */
  frame?: number;
  /** A part of the screen that is counted by itself. */
  without?: string;
}

/** Counts the controls as the page stands there: nothing scrolled, no pointer over it. */
export async function expectFewControls(page: Page, { own, frame = 10, without = "" }: Most) {
  await page.setViewportSize(WINDOW);
  await page.mouse.move(0, 0);
  const found = await page.evaluate(controlsInSight, without);
  expect(found.own.length, `nothing was found on ${page.url()}`).toBeGreaterThan(0);
  expect(found.own.length, found.own.join(" | ")).toBeLessThanOrEqual(own);
  expect(found.frame.length, found.frame.join(" | ")).toBeLessThanOrEqual(frame);
}

/** Runs in the page. */
function controlsInSight(without: string): { own: string[]; frame: string[] } {
  const kinds = ["a[href]", "button", "input:not([type=hidden])", "select", "textarea", "summary"];
  const roles = ["button", "link", "switch", "checkbox", "radio", "tab", "slider", "combobox"];
  const selector = [...kinds, ...roles.map((role) => `[role=${role}]`)].join();
  const dialog = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1);
  const screen = dialog ?? document.querySelector("main");
  const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (control) => isOfPeople(control) && isInSight(control),
  );
  const own = found.filter((control) => screen?.contains(control));
  const frame = dialog ? [] : found.filter((control) => !screen?.contains(control));
  return { own: own.map(nameOf), frame: frame.map(nameOf) };

  /** Not the double that a drawn switch keeps for its form, nor a part of another control, nor a toast. */
  function isOfPeople(control: HTMLElement) {
    const outer = control.parentElement?.closest(selector);
    const isElsewhere = without !== "" && control.closest(without);
    const isHidden = control.closest("[aria-hidden=true], [inert]");
    return !outer && !isElsewhere && !isHidden && !isInToast(control);
  }

  function isInToast(control: HTMLElement) {
    return control.closest("[aria-label=Notifications], [data-toast]") !== null;
  }

  function isInSight(control: HTMLElement) {
    // A choice whose circle is drawn by its label is as large as the label.
    const box = control.offsetWidth > 2 ? control : (control.closest("label") ?? control);
    if (!box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const whole = box.getBoundingClientRect();
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let up = box.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const clip = up.getBoundingClientRect();
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    const width = Math.min(right, whole.right) - Math.max(left, whole.left);
    const height = Math.min(bottom, whole.bottom) - Math.max(top, whole.top);
    return width > 0 && height > 0 && width * height >= (whole.width * whole.height) / 2;
  }

  function nameOf(control: HTMLElement) {
    return control.getAttribute("aria-label") ?? control.textContent.trim().slice(0, 30);
  }
}
