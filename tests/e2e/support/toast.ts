import type { Page } from "@playwright/test";

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
