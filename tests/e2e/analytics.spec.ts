import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import { atAnotherDesk, signIn } from "#tests/e2e/support/people.ts";
import { toast } from "#tests/e2e/support/toast.ts";

test("an admin reads what was measured, and takes a report of it along", async ({
  page,
  superAdmin,
  quietPage,
}) => {
  quietPage.mayLog(/net::ERR_FAILED/);
  await signIn(page, await atAnotherDesk(superAdmin));
  await page.goto("/admin");
  await page.getByRole("link", { name: "Analytics", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Performance Metrics" })).toBeVisible();
  await page.getByRole("radio", { name: "7 days" }).click();
  await expect(page).toHaveURL("/admin/analytics?period=7days");

  const leaving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV: users report" }).click();
  await expect(page.getByText("Exporting users report...")).toBeVisible();
  const download = await leaving;
  expect(download.suggestedFilename()).toBe("users-report-7days.csv");
  const report = readFileSync(await download.path(), "utf8");
  expect(report.startsWith(`\uFEFF"id","username","email",`)).toBe(true);
  expect(report).toContain(superAdmin.email);
  const said = toast(page, "users report exported successfully");
  await expect(said).toBeVisible();
  // Beneath the pointer a toast stays, and of a page that was scrolled it may cover the head.
  await page.mouse.move(0, 0);
  await expect(said).toBeHidden();

  await page.route("**/api/admin/reports/**", (route) => route.abort());
  await page.getByRole("button", { name: "Export Report", exact: true }).click();
  await expect(page.getByText("Failed to export report")).toBeVisible();
});
