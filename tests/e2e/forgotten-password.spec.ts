import { expect } from "@playwright/test";
import { test as base } from "#tests/e2e/support/journey.ts";
import { newDetails, register, signIn } from "#tests/e2e/support/people.ts";
import { usedDataDir } from "#tests/e2e/support/shared-data-dir.ts";
import { type SmtpStandIn, startSmtp } from "#tests/stand-ins/smtp.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";

/** A server of its own, because this one can send letters. */
const test = base.extend<{ post: SmtpStandIn; origin: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  post: async ({}, use) => {
    const smtp = await startSmtp();
    await use(smtp);
    await smtp.stop();
  },
  origin: async ({ post }, use) => {
    const dataDir = usedDataDir();
    const server = await startServer({ DATA_DIR: dataDir, SMTP_URL: post.url });
    await use(server.origin);
    await server.kill("SIGTERM");
    removeDataDir(dataDir);
  },
});

test("a forgotten password is replaced by letter, and other devices are signed out", async ({
  page,
  newBrowser,
  post,
  origin,
}) => {
  const person = await register(origin, newDetails());
  const otherPage = await newBrowser();
  await signIn(otherPage, person);

  await page.goto(`${origin}/login`);
  await expect(page).toHaveTitle("Sign in · Kinora");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveTitle("Forgot password · Kinora");
  await expect(page.getByRole("heading", { name: "Forgot Password" })).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send Email" }).click();
  await expect(page.getByText("an email is on its way")).toBeVisible();
  await expect.poll(() => post.letters.length).toBe(1);
  const text = (post.letters[0]?.source ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const [, path = ""] = /(\/reset-password#\S+)/.exec(text) ?? [];

  await page.goto(origin + path);
  await page.getByLabel("New password", { exact: true }).fill("better secret");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL(`${origin}/dashboard`);
  await otherPage.goto(`${origin}/dashboard`);
  await expect(otherPage).toHaveURL(/\/login/);

  await page.goto("about:blank");
  await page.goto(origin + path);
  await page.getByLabel("New password", { exact: true }).fill("a third secret");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByRole("alert")).toContainText("was used already");
});
