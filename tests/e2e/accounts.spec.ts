import { expect, type Page } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import { tabTo } from "#tests/e2e/support/keyboard.ts";
import { haveGoogleAnswerFor, newDetails, signIn } from "#tests/e2e/support/people.ts";
import { toast } from "#tests/e2e/support/toast.ts";

test.describe("an account", () => {
  test("is made, kept over a reload, given a new password, and old sessions end", async ({
    page,
    newBrowser,
    superAdmin: _first,
  }) => {
    const details = newDetails();
    await page.goto("/register");
    await fillIn(page, details);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(details.username);

    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(details.username);

    const otherPage = await newBrowser(await page.context().storageState());
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Current password", { exact: true }).fill(details.password);
    await page.getByLabel("New password", { exact: true }).fill("another good one");
    await page.getByRole("button", { name: "Change Password" }).click();
    await expect(page.getByText("Password changed successfully")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();

    await otherPage.goto("/dashboard");
    await expect(toast(otherPage, "Session expired. Please log in again.")).toBeVisible();
    await expect(otherPage).toHaveURL(/\/login/);
    await logIn(otherPage, { email: details.email, password: "another good one" });
    await expect(otherPage).toHaveURL("/dashboard");
  });

  test("is left after asking, and the way back is refused", async ({ page, newPerson }) => {
    const person = await newPerson();
    await signIn(page, person);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Logout" }).click();
    const question = page.getByText("Are you sure you want to logout?");
    await expect(question).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();

    await expect(page.getByText("Logged out successfully!")).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole("button", { name: /with Google/ })).toBeEnabled();
    const headers = { Authorization: `Bearer ${person.token}` };
    await expect
      .poll(async () => (await page.request.get("/api/user", { headers })).status())
      .toBe(401);
    await page.goto("/settings");
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await logIn(page, person);
    await expect(page).toHaveURL("/settings");
  });

  test("lists its devices, and signs another one out", async ({ page, newBrowser, newPerson }) => {
    const person = await newPerson();
    await signIn(page, person);
    const otherPage = await newBrowser();
    await otherPage.goto("/login");
    await logIn(otherPage, person);
    await expect(otherPage).toHaveURL("/dashboard");

    await page.goto("/settings");
    const devices = page.getByRole("region", { name: "Devices" }).getByRole("listitem");
    await expect(devices).toHaveCount(2);
    await expect(devices.first()).toContainText("This device");
    await devices.last().getByRole("button", { name: "Sign out Chrome on Linux" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
    await expect(devices).toHaveCount(1);
    await otherPage.getByRole("link", { name: "Settings" }).click();
    await expect(toast(otherPage, "Session expired. Please log in again.")).toBeVisible();
  });

  test("signs in before the rest of the application is there", async ({ page, newPerson }) => {
    const person = await newPerson();
    const first = await (await page.request.get("/login")).text();
    const sent = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      if (!first.includes(new URL(route.request().url()).pathname)) await sent.promise;
      await route.continue();
    });
    await page.goto("/login?redirect=%2Fsettings");
    const answer = page.waitForResponse(/\/auth\/login$/);
    await logIn(page, person);
    expect((await answer).status()).toBe(200);
    sent.resolve();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expect(toast(page, `Welcome back, ${person.username}!`)).toBeVisible();
  });

  test("is opened with Google", async ({ page, google, superAdmin: _first }) => {
    const { username, email } = newDetails();
    await haveGoogleAnswerFor(page, google, { sub: email, email, name: username });
    await page.goto("/login");
    await page.getByRole("button", { name: /with Google/ }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(username);
    await page.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Set Password" })).toBeVisible();
  });

  test("is made and left with the keyboard alone", async ({ page, superAdmin: _first }) => {
    const details = newDetails();
    await page.goto("/register");
    for (const [label, text] of [
      ["Username", details.username],
      ["Email", details.email],
      ["Password", details.password],
      ["Confirm password", details.password],
    ] as const) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/dashboard");
    await tabTo(page, page.getByRole("link", { name: "Settings" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/settings");
    await tabTo(page, page.getByRole("button", { name: "Logout" }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("button", { name: "Confirm" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/login/);
    // The next person to sign in finds the button as the first did.
    await expect(page.getByRole("button", { name: /with Google/ })).toBeVisible();
  });
});

async function fillIn(page: Page, { username, email, password }: ReturnType<typeof newDetails>) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
}

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}
