import { expect, type Page } from "@playwright/test";
import { changed } from "#tests/e2e/scenes/scene.ts";
import { newRecording } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { atAnotherDesk, type Person, signIn } from "#tests/e2e/support/people.ts";
import { toast } from "#tests/e2e/support/toast.ts";

const MINUTE = 60_000;

/** A figure of the dashboard, by its name. */
const figure = async (page: Page, name: string) =>
  Number(
    await page.locator("dl > div", { hasText: name }).locator("dd > span").first().textContent(),
  );

/** A minute passes without news; then the server says this of somebody, or that they are gone. */
async function readLater(admin: Page, { user }: Person, ...said: { status: "away" | "idle" }[]) {
  await changed(admin, "**/api/admin/dashboard/active-users*", ({ users, ...page }) => ({
    ...page,
    users: users.flatMap((one: { id: string }) =>
      one.id === user.id ? said.map((state) => ({ ...one, ...state })) : one,
    ),
  }));
  await admin.clock.fastForward(MINUTE);
}

test("an admin watches somebody come, record and go idle, and what they then decide counts at once", async ({
  page: admin,
  newBrowser,
  newPerson,
  superAdmin,
  quietPage,
}) => {
  quietPage.mayLog(/Failed to load resource/);
  await signIn(admin, await atAnotherDesk(superAdmin));
  await admin.clock.install();
  await admin.goto("/admin");
  const active = admin.locator("section", { hasText: "Currently Active Users" });
  await expect(active.getByText(superAdmin.username)).toBeVisible();
  const [users, videos] = [await figure(admin, "Total Users"), await figure(admin, "Total Videos")];

  const ada = await newPerson();
  await expect.poll(() => figure(admin, "Total Users")).toBeGreaterThan(users);
  await expect(admin.getByText(`${ada.username} created an account`)).toBeVisible();

  const browser = await newBrowser();
  await signIn(browser, ada);
  await browser.goto("/dashboard");
  const row = active.getByRole("listitem").filter({ hasText: ada.username });
  await expect(row).toContainText("Online");

  await newRecording(ada, "Seen at once");
  await expect.poll(() => figure(admin, "Total Videos")).toBeGreaterThan(videos);
  await expect(admin.getByText(`${ada.username} recorded “Seen at once”`)).toBeVisible();

  await readLater(admin, ada, { status: "away" });
  await expect(row).toContainText("Away");
  await readLater(admin, ada, { status: "idle" });
  await expect(row).toContainText("Idle");
  await readLater(admin, ada);
  await expect(row).toBeHidden();
  await admin.unrouteAll();

  await admin.goto(`/admin/users/${ada.user.id}`);
  await admin.getByRole("combobox", { name: `Role of ${ada.username}` }).click();
  await admin.getByRole("option", { name: "Admin", exact: true }).click();
  const question = (name: RegExp) => admin.getByRole("alertdialog", { name });
  const confirm = (name: RegExp) => question(name).getByRole("button", { name: "Confirm" });
  await expect(question(/^Make /)).toContainText("They see every account");
  await confirm(/^Make /).click();
  await expect(toast(admin, "Role updated successfully to admin")).toBeVisible();
  await expect(browser.getByRole("link", { name: "Admin Panel" })).toBeVisible();

  await admin.getByRole("button", { name: "Suspend", exact: true }).click();
  await expect(question(/^Suspend /)).toContainText("signed out everywhere");
  await confirm(/^Suspend /).click();
  await expect(toast(admin, "User suspended successfully")).toBeVisible();
  await expect(browser).toHaveURL(/\/login/);
  await expect(admin.getByText("Suspended").first()).toBeVisible();
});
