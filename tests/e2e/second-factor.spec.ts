import { expect, type Page } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import { type Person, signIn } from "#tests/e2e/support/people.ts";
import { codeOf } from "#tests/support/second-factor.ts";

test("a second factor is turned on, asked for, and passed by app, recovery code and passkey", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await addVirtualAuthenticator(page);
  await signIn(page, person);
  await page.goto("/settings#second-factor");
  const card = page.getByRole("region", { name: "Second factor" });

  await card.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("This is not the password of the account.")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  await dialog.getByLabel("Code of the app").fill("000 000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("This code is wrong.")).toBeVisible();
  const codes = dialog.getByRole("listitem");
  await expect(async () => {
    // A code of the last half minute: that of this one is used below. The half minute may end on the way.
    await dialog.getByLabel("Code of the app").fill(codeOf(secret, -1));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(codes).toHaveCount(10, { timeout: 10_000 });
  }).toPass();
  const recovery = (await codes.first().textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(card.getByText("10 left")).toBeVisible();

  await card.getByRole("button", { name: "Add" }).click();
  await dialog.getByLabel("Name of the passkey").fill("Yellow key");
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(card.getByText("Yellow key")).toBeVisible();

  await passEveryWay(page, person, codeOf(secret), recovery);

  await page.getByRole("link", { name: "Settings" }).click();
  await expect(card.getByText("9 left")).toBeVisible();
  await card.getByRole("button", { name: "Remove Yellow key" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(card.getByText("Yellow key")).toBeHidden();
  await card.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(card.getByText("Recovery codes")).toBeHidden();
});

async function passEveryWay(page: Page, person: Person, code: string, recovery: string) {
  await firstStep(page, person);
  await page.getByLabel("Code").fill("123");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("This code is wrong, or was used already.");
  // A code that is pasted is sent by itself.
  await page.getByLabel("Code").fill("");
  await paste(page, code);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");

  await firstStep(page, person);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery.toUpperCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");

  await firstStep(page, person);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");
}

/** Signs out, and in again with the password. */
async function firstStep(page: Page, { email, password }: Person) {
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "One More Step" })).toBeVisible();
}

async function paste(page: Page, text: string) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.getByLabel("Code").focus();
  await page.keyboard.press("Control+v");
}

async function addVirtualAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
