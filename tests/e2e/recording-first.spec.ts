import { expect, type Page } from "@playwright/test";
import { expectFewControls } from "#tests/e2e/support/controls.ts";
import { test as base } from "#tests/e2e/support/journey.ts";
import { newDetails } from "#tests/e2e/support/people.ts";
import { expectPlays } from "#tests/e2e/support/playback.ts";
import { expectVerified, untilTimer } from "#tests/e2e/support/recorder.ts";
import { usedDataDir } from "#tests/e2e/support/shared-data-dir.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";

const test = base.extend({
  // A server of its own: on the common one another journey may have made an account before.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  baseURL: async ({}, use) => {
    const dataDir = usedDataDir();
    const server = await startServer({ DATA_DIR: dataDir });
    await use(server.origin);
    await server.kill("SIGTERM");
    removeDataDir(dataDir);
  },
});

/** The first thing that anybody does: of a server that nobody has used, a link in another browser. */
test("from an empty server to a link in another browser in seven clicks and one form", async ({
  page,
  newBrowser,
}) => {
  const done = await countsActs(page);
  const click = (name: string) =>
    page.getByRole("button", { name, exact: true }).or(link(page, name)).last().click();
  await page.goto("/");
  await expect(page.getByText("This account will run the server.")).toBeVisible();
  const { username, email, password } = newDetails();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await click("Create Account");
  await expect(page.getByRole("heading", { name: `Welcome, ${username}` })).toBeVisible();
  await page.getByRole("link", { name: /^Start Recording/ }).click();
  await expect(page.getByRole("heading", { name: "New Recording" })).toBeVisible();
  await click("Start recording");
  await untilTimer(page, 2);
  await click("Stop");
  await expect(page.getByRole("region", { name: /^Player: / })).toBeVisible();
  await click("Save to cloud");
  await expectVerified(page);
  await click("Copy link");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const { click: clicks, submit: forms } = await done();
  expect(clicks).toBeGreaterThan(0);
  // The seventh is the browser's own, which asks for the screen.
  expect(clicks).toBeLessThanOrEqual(6);
  expect(forms).toBe(1);
  // The first account is an admin, whose frame has one link more.
  await expectFewControls(page, { own: 10, frame: 12 });

  const other = await newBrowser();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expectPlays(other);

  // The next recording need not be saved by hand.
  await page.getByRole("button", { name: "Turn on Instant link" }).click();
  await expect(page.getByText("the link is ready the moment you stop")).toBeVisible();
});

/** The clicks and forms that the page itself has seen since it was opened. */
async function countsActs(page: Page): Promise<() => Promise<{ click: number; submit: number }>> {
  await page.addInitScript(() => {
    const acts = { click: 0, submit: 0 };
    for (const name of ["click", "submit"] as const) {
      const count = ({ isTrusted }: Event) => void (isTrusted && acts[name]++);
      window.addEventListener(name, count, { capture: true });
    }
    Object.assign(window, { acts });
  });
  return () => page.evaluate(() => Reflect.get(window, "acts"));
}

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
