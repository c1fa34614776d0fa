import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { distance } from "#tests/e2e/support/distance.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { type Person, signIn } from "#tests/e2e/support/people.ts";
import { hearingNothing, joining } from "#tests/e2e/support/realtime.ts";
import { toast } from "#tests/e2e/support/toast.ts";

const openPlans = (page: Page) => page.getByText("Plans", { exact: true }).click();
const confirmIn = (page: Page) =>
  page.getByRole("alertdialog").getByRole("button", { name: "Confirm" });

test.describe("the subscription page", () => {
  let person: Person;
  test.beforeEach(async ({ page, newPerson }) => {
    person = await newPerson();
    await signIn(page, person);
  });

  test("says that everything is included; plan, prices and answers are behind a fold", async ({
    page,
  }) => {
    await page.goto("/subscription");
    const included = page.getByRole("region", { name: "What you have" });
    await expect(included).toContainText("Everything is included on this server");
    await expect(included).toContainText(/Room for [\d.]+ GB more/);
    await expect(page.getByText(/\$|Upgrade/).filter({ visible: true })).toHaveCount(0);
    await openPlans(page);
    await expect(page.getByRole("heading", { name: "Choose Your Plan" })).toBeVisible();
    await expect(
      page.getByText("Upgrade to unlock premium storage and advanced features"),
    ).toBeVisible();
    const current = page.getByRole("region", { name: "Your plan" });
    await expect(current).toContainText("Premium");
    await expect(current).toContainText("500 GB of cloud storage");
    await expect(current).toContainText("0.00 GB / 500 GB");
    await expect(current).toContainText("0% used");

    const prices = { Free: "$0", Starter: "$5", Pro: "$12", Premium: "$29" };
    for (const [name, price] of Object.entries(prices))
      await expect(page.getByRole("article", { name })).toContainText(price);
    await expect(page.getByRole("article", { name: "Pro", exact: true })).toContainText(
      "Most Popular",
    );
    await expect(page.getByRole("article", { name: "Free" })).toContainText(
      "Google Drive Storage (Unlimited)",
    );
    await expect(
      page.getByRole("article", { name: "Premium" }).getByRole("button", { name: "Current Plan" }),
    ).toBeDisabled();

    await page.getByText("How is storage calculated?").click();
    await expect(page.getByText(/^It is the total size of all your recordings/)).toBeVisible();
  });

  test("changes the plan at once, up and down, and cancels after asking", async ({ page }) => {
    await page.goto("/subscription");
    await openPlans(page);
    const current = page.getByRole("region", { name: "Your plan" });
    await page.getByRole("button", { name: "Downgrade: Starter" }).click();
    await expect(page.getByText("Downgrade to Starter?")).toBeVisible();
    await expect(page.getByText(/^Your recordings have 25 GB of room then/)).toBeVisible();
    await confirmIn(page).click();
    await expect(page.getByText("Subscription updated successfully!")).toBeVisible();
    await expect(current).toContainText("25 GB of cloud storage");
    await page.getByRole("button", { name: "Upgrade Now: Pro" }).click();
    await expect(current).toContainText("100 GB of cloud storage");
    const asked = page.waitForRequest("**/api/subscriptions/subscribe");
    await page.getByRole("button", { name: "Downgrade: Free" }).click();
    await confirmIn(page).click();
    expect((await asked).postDataJSON()).toMatchObject({ storage_type: "google_drive" });
    await expect(current).toContainText("Google Drive Storage (Unlimited)");
    await page.getByRole("button", { name: "Upgrade Now: Pro" }).click();
    await expect(current).toContainText("100 GB of cloud storage");

    await page.getByRole("button", { name: "Cancel Subscription" }).click();
    await expect(
      page.getByText(
        "Are you sure you want to cancel your subscription? You will be downgraded to the Free plan.",
      ),
    ).toBeVisible();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(current).toContainText("Pro");
    await page.getByRole("button", { name: "Cancel Subscription" }).click();
    await confirmIn(page).click();
    await expect(
      page.getByText(
        "Subscription cancelled successfully. You have been downgraded to the Free plan.",
      ),
    ).toBeVisible();
    await expect(current).toContainText("Google Drive Storage (Unlimited)");
    await expect(page.getByRole("button", { name: "Cancel Subscription" })).toBeHidden();
    await page.reload();
    await expect(current).toContainText("Free");
  });

  test("leads to subtitles; the add-on is enabled, and disabled after asking", async ({ page }) => {
    await page.goto("/subscription?addon=subtitle");
    await expect(page.getByRole("switch", { name: /^Subtitles/ })).toBeVisible();
    await openPlans(page);
    const addon = page.getByRole("region", { name: "Subtitle add-on" });
    await expect(addon).toContainText("$3/month");
    await expect(addon).toContainText("300 minutes/month");
    await expect(addon).toContainText("Disabled");

    await addon.getByRole("button", { name: "Enable" }).click();
    await expect(page.getByText(/^Subtitle add-on enabled!/)).toBeVisible();
    await expect(addon).toContainText("Enabled");
    await addon.getByRole("button", { name: "Disable" }).click();
    await expect(
      page.getByText(
        "Are you sure you want to disable the subtitle add-on? Your existing subtitles will remain, but you won't be able to generate new ones.",
      ),
    ).toBeVisible();
    await confirmIn(page).click();
    await expect(page.getByText("Subtitle add-on disabled successfully.")).toBeVisible();
    await expect(addon).toContainText("Disabled");
  });

  test("says that it could not be read, and reads again", async ({ page }) => {
    await hearingNothing(page);
    await page.route("**/api/subscriptions/current", (route) =>
      route.fulfill({ status: 404, json: {} }),
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
