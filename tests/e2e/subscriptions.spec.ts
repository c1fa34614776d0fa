import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { distance } from "#tests/e2e/support/distance.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { type Person, signIn } from "#tests/e2e/support/people.ts";
import { hearingNothing, joining } from "#tests/e2e/support/realtime.ts";
import { toast } from "#tests/e2e/support/toast.ts";

const openPlans = (page: Page) => page.getByText("Plans", { exact: true }).click();

test.describe("the subscription page", () => {
  let person: Person;
  test.beforeEach(async ({ page, newPerson }) => {
    person = await newPerson();
    await signIn(page, person);
  });

  test("says that it could not be read, and reads again", async ({ page }) => {
    await hearingNothing(page);
    await page.route("**/api/subscriptions/current", (route) =>
      route.fulfill({ status: 404, json: { error: "No", message: "No", code: "not_found" } }),
    );
    await page.goto("/subscription");
    const banner = page
      .getByRole("alert")
      .filter({ hasText: "Failed to load subscription information. Please try again." });
    await expect(banner).toBeVisible();
    const said = toast(page, "Failed to load subscription information. Please try again.");
    await expect.poll(() => distance(banner, said)).toBeGreaterThan(0);
    const retry = page.getByRole("button", { name: "Retry" });
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toBeHidden();
    await retry.click();
    await expect(banner).toBeVisible();
    await page.unroute("**/api/subscriptions/current");
    await retry.click();
    await openPlans(page);
    await expect(page.getByRole("region", { name: "Your plan" })).toContainText("Premium");
    await expect(page.getByRole("alert")).toBeHidden();
  });

  test("finds out what was changed elsewhere before it could hear of it", async ({
    page,
    request,
  }) => {
    const change = Promise.withResolvers<void>();
    await page.routeWebSocket(/\/realtime\//, async (socket) => {
      await change.promise;
      socket.connectToServer();
    });
    await page.goto("/subscription");
    await openPlans(page);
    const current = page.getByRole("region", { name: "Your plan" });
    await expect(current).toContainText("Premium");
    await request.post("/api/subscriptions/cancel", { headers: bearer(person) });
    change.resolve();
    await expect(current).toContainText("Free");
  });

  test("follows a change that was made elsewhere", async ({ page, request }) => {
    const joined = joining(page, `user:${person.user.id}`);
    await page.goto("/subscription");
    await openPlans(page);
    const current = page.getByRole("region", { name: "Your plan" });
    await expect(current).toContainText("Premium");
    await joined();
    await request.post("/api/subscriptions/cancel", { headers: bearer(person) });
    await expect(current).toContainText("Free");
  });

  test("without a plan or a drive the recorder asks where recordings should go", async ({
    page,
    request,
  }) => {
    await request.post("/api/subscriptions/cancel", { headers: bearer(person) });
    await page.goto("/dashboard");
    await expect(page.getByText("Google Drive is not connected.")).toBeVisible();
    await expect(page.getByText("in Google Drive, unlimited")).toBeHidden();
    await page.goto("/new-recording");
    const dialog = page.getByRole("dialog", { name: "Choose Your Storage" });
    await expect(dialog.getByRole("region", { name: "Google Drive" })).toContainText(
      "Google Drive is not set up on this server.",
    );
    await expect(dialog.getByRole("button", { name: "Connect" })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText("Storage Connection Required")).toBeVisible();
    await page.getByRole("button", { name: "Choose Your Storage" }).click();
    await dialog.getByRole("link", { name: "View Plans" }).click();
    await expect(page).toHaveURL("/subscription");
  });

  test("what was chosen in the settings is what the recorder does", async ({ page, request }) => {
    await page.goto("/dashboard");
    await page.getByRole("link", { name: /^Cloud Storage/ }).click();
    const cloudStorage = page.getByRole("region", { name: "Cloud Storage" });
    await expect(cloudStorage).toBeInViewport({ ratio: 0.9 });
    const instantLink = page.getByRole("switch", { name: "Instant link" });
    await instantLink.click();
    await expect(instantLink).toBeChecked();
    const place = page.getByRole("combobox", { name: "Save new recordings to" });
    const saved = cloudStorage.getByText("Saved", { exact: true });
    await expect(place).toHaveText("Where your plan keeps them");
    await place.click();
    await page.getByRole("option", { name: "This computer only" }).click();
    await expect(instantLink).not.toBeChecked();
    await expect(saved).toBeVisible();
    await page.goto("/new-recording");
    await expect(instantLink).not.toBeChecked();
    await expect(instantLink).toBeDisabled();

    await request.post("/api/subscriptions/cancel", { headers: bearer(person) });
    await page.goto("/settings");
    await place.click();
    await page.getByRole("option", { name: "This server" }).click();
    await expect(saved).toBeVisible();
    await page.goto("/new-recording");
    await expect(page.getByText(/^Your plan has no room left/)).toBeVisible();
    await expect(instantLink).toBeChecked();
  });
});

const bearer = ({ token }: Person) => ({ Authorization: `Bearer ${token}` });
