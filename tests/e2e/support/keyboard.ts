import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until the focus is there; a control that Tab never reaches fails the journey. */
export async function tabTo(page: Page, control: Locator, key = "Tab") {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never reaches ${control}`);
}
