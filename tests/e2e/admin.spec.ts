import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import { atAnotherDesk, signIn } from "#tests/e2e/support/people.ts";

test.describe("the admin area", () => {
  test("counts who is in it as active, and is left to the sign-in screen", async ({
    page,
    superAdmin,
  }) => {
    await signIn(page, await atAnotherDesk(superAdmin));
    const ping = page.waitForRequest("**/api/activity/ping");
    await page.goto("/admin");
    expect((await ping).method()).toBe("POST");
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/login");
  });

  test("leads strangers to the sign-in screen and back, and others home", async ({
    page,
    newPerson,
  }) => {
    await page.goto("/admin/users");
    await expect(page).toHaveURL("/login?redirect=%2Fadmin%2Fusers");
    await signIn(page, await newPerson());
    await page.goto("/admin/users");
    await expect(page).toHaveURL("/dashboard");
  });
});
