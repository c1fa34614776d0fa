import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { test } from "./journey.ts";
import { signIn } from "./people.ts";
import { scenes } from "./scenes.ts";

for (const { name, who, path, heading, act } of scenes) {
  test(`${name} is accessible in either theme at every width`, async ({ page, world }) => {
    if (who) await signIn(page, world[who]);
    await page.goto(path(world));
    await expect(page.getByRole("heading", { name: heading(world) }).first()).toBeVisible();
    await act?.(page);
    await expectAccessible(page);
  });
}
