import { expect, type Page } from "@playwright/test";

/** A text among the toasts: the page beneath may say the same. */
export const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(text);

/** The texts of toasts from now on, also of those that have gone by the time it is asked. */
export async function toastsFrom(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said = new Set<string>();
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("[data-sonner-toast]"))
        said.add(textContent);
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { said });
  });
  return () => page.evaluate(() => [...Reflect.get(window, "said")]);
}

const windows = [
  [768, 1024],
  [768, 640],
  [1024, 768],
  [1366, 657],
  [1440, 900],
] as const;

/** The toasts that are shown lie over no control, in a window of any of these sizes. */
export async function expectNoControlCovered(page: Page) {
  const before = page.viewportSize();
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => coveredBy(page), `at ${width} by ${height}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/** The controls beneath the toasts; of an open dialog those alone. */
export function coveredBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls =
      "a[href], button, input, select, textarea, summary, [role=switch], [role=slider]";
    const toasts = [...document.querySelectorAll("[data-sonner-toast]")];
    if (toasts.length === 0) return ["no toast"];
    const from = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document;
    return [...from.querySelectorAll<HTMLElement>(controls)]
      .filter((control) => !control.closest("[data-sonner-toaster]") && control.checkVisibility())
      .filter((control) => {
        const box = control.getBoundingClientRect();
        return toasts.some((toast) => {
          const { top, bottom, left, right } = toast.getBoundingClientRect();
          const isAcross = box.left < right - 1 && box.right > left + 1;
          return isAcross && box.top < bottom - 1 && box.bottom > top + 1 && box.width > 1;
        });
      })
      .map((control) => control.ariaLabel ?? control.textContent);
  });
}
