import { expect } from "@playwright/test";
import { Invitations } from "#contract/settings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { atAnotherDesk, newDetails, type Person, signIn } from "#tests/e2e/support/people.ts";

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

  test("has the bell, and invites somebody whose address stands in the form already", async ({
    page,
    newBrowser,
    superAdmin,
  }) => {
    const { email, username, password } = newDetails();
    await signIn(page, await atAnotherDesk(superAdmin));
    await page.goto("/admin/server");
    await page.getByRole("button", { name: /^Notices/ }).click();
    await expect(page.getByRole("dialog", { name: "Notices" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await page.getByLabel("Email address (optional)").fill(email);
    await page.getByRole("button", { name: "Create invitation" }).click();
    await expect(page.getByText(email)).toBeVisible();

    const guest = await newBrowser();
    const { path } = await latestInvitation(superAdmin, email);
    await guest.goto(path);
    await expect(guest.getByLabel("Email")).toHaveValue(email);
    await guest.getByLabel("Username").fill(username);
    await guest.getByLabel("Password", { exact: true }).fill(password);
    await guest.getByLabel("Confirm password", { exact: true }).fill(password);
    await guest.getByRole("button", { name: "Create Account" }).click();
    await expect(guest).toHaveURL("/dashboard");
    await page.reload();
    await expect(page.getByRole("listitem").filter({ hasText: email }).first()).toContainText(
      "Used",
    );
  });
});

async function latestInvitation({ origin, token }: Person, email: string) {
  const answer = await fetch(`${origin}/api/admin/invitations`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { invitations } = Invitations.parse(await answer.json());
  const [invitation] = invitations.filter((one) => one.email === email);
  if (!invitation) throw new Error("Nobody was invited");
  return invitation;
}
