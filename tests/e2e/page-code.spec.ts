import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";

test("a page whose code did not arrive is there after another try", async ({
  page,
  newPerson,
  quietPage,
}) => {
  quietPage.mayLog(/net::ERR_FAILED|Failed to fetch dynamically imported module/);
  await signIn(page, await newPerson());
  await page.goto("/dashboard");
  await page.route("**/assets/settings-*.js", (route) => route.abort());
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("This page could not be shown");
  await page.unroute("**/assets/settings-*.js");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});
