import { writeFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { lookAt, settled, themes } from "#tests/e2e/support/accessibility.ts";
import { test } from "#tests/e2e/support/journey.ts";
import type { Person } from "#tests/e2e/support/people.ts";
import {
  copyLink,
  expectVerified,
  expectWhole,
  openRecorder,
  recordingsOf,
  start,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";

/** A window as it opens, and the smallest that a browser makes. */
const sizes = [
  { width: 420, height: 100 },
  { width: 240, height: 52 },
];

/** Starts a recording with a camera: its page, and the window that opens with it. */
async function openBoth(browser: Browser, person: Person) {
  // In a context that nobody routes: requests of such a window stand still where a test listens to them.
  const context = await browser.newContext({
    permissions: ["microphone", "camera", "clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await page.getByRole("switch", { name: "Camera" }).click();
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Start recording" }).last().click();
  return { page, floating: await opening, close: () => context.close() };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

test("a window over all others counts down, pauses, mutes and stops, and its end ends nothing", async ({
  browser,
  newPerson,
}) => {
  const person = await newPerson();
  const { page, floating, close } = await openBoth(browser, person);
  await expect(floating.getByRole("timer", { name: /^Recording starts in \d$/ })).toBeVisible();
  await untilTimer(floating, 2);
  await expect(floating.getByText("In the picture")).toBeVisible();
  await expect(floating.getByLabel("Your camera")).toBeVisible();
  await expect(floating.getByText(/^Saved on this computer/)).toBeVisible();
  await expect(button(floating, "Make this window small")).toBeVisible();
  for (const size of sizes) {
    await floating.setViewportSize(size);
    for (const name of ["Pause recording", "Mute microphone", "Restart", "Discard", "Stop"])
      await expect(button(floating, name)).toBeInViewport({ ratio: 1 });
    await look(floating, `running-${size.width}`);
    await button(floating, "Discard").click();
    for (const name of ["Throw away", "Keep"])
      await expect(button(floating, name)).toBeInViewport({ ratio: 1 });
    await expect(button(page, "Keep")).toBeVisible();
    await look(floating, `asked-${size.width}`);
    await floating.keyboard.press("Enter");
    await expect(button(floating, "Pause recording")).toBeVisible();
  }
  await button(floating, "Mute microphone").click();
  await expect(page.getByText("Microphone muted")).toBeVisible();
  await button(floating, "Unmute microphone").click();
  await button(floating, "Pause recording").click();
  await expect(button(page, "Resume")).toBeVisible();
  await floating.keyboard.press("p");
  await expect(button(page, "Pause")).toBeVisible();

  await floating.close();
  const opening = page.context().waitForEvent("page");
  await button(page, "Floating controls").click();
  const again = await opening;
  await expect(button(page, "Floating controls")).toBeHidden();
  await untilTimer(again, 5);
  await again.keyboard.press("s");
  await expect.poll(() => again.isClosed(), "the page is in sight and says the rest").toBe(true);
  await expectVerified(page);
  await expectWhole(page, person);
  await close();
});

test("what is begun anew keeps its link, and what was thrown away comes back", async ({
  browser,
  newPerson,
  newBrowser,
}) => {
  const person = await newPerson();
  const { page, floating, close } = await openBoth(browser, person);
  await untilTimer(floating, 2);
  const link = await copyLink(page);
  const token = link.split("/").at(-1);
  const behindLink = async () =>
    (await page.request.get(`${person.origin}/api/shared/${token}`)).status();

  await (await newBrowser()).goto(link);
  await expect(floating.getByText(/^1 watching now/)).toBeVisible();
  await floating.setViewportSize({ width: 240, height: 52 });
  await button(floating, "Restart").click();
  await button(floating, "Throw away").click();
  await expect(floating.getByRole("timer", { name: /^Recording starts in \d$/ })).toBeVisible();
  for (const name of ["Undo", "Cancel"])
    await expect(button(floating, name)).toBeInViewport({ ratio: 1 });
  await untilTimer(page, 1);
  expect(await copyLink(page)).toBe(link);
  expect(await behindLink()).toBe(200);

  await untilTimer(floating, 2);
  await button(floating, "Discard").click();
  await button(floating, "Throw away").click();
  await expect.poll(behindLink).toBe(410);
  for (const size of sizes) {
    await floating.setViewportSize(size);
    await expect(button(floating, "Undo")).toBeInViewport({ ratio: 1 });
    await look(floating, `thrown-${size.width}`);
  }
  await button(floating, "Undo").click();
  await expect.poll(behindLink).toBe(200);
  await expect(page.getByText("Saved and verified")).toHaveCount(1, { timeout: 90_000 });
  await button(page, "Undo").click();
  await expect(page.getByText("Saved and verified")).toHaveCount(2, { timeout: 90_000 });
  await expect(button(page, "Undo")).toBeHidden();
  const recordings = await recordingsOf(page, person);
  expect(recordings.map(({ status }) => status)).toEqual(["ready", "ready"]);
  await close();
});

test("what was thrown away comes back after the page was loaded anew, and is nowhere without a link", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await openRecorder(page, person, { auto_save_to_cloud: false });
  await start(page);
  await untilTimer(page, 2);
  await button(page, "Discard").click();
  await button(page, "Throw away").click();
  await expect(page.getByText(/thrown away$/)).toBeVisible();
  await page.reload();
  await button(page, "Undo").click();
  await expect(page.getByText("A recording is not saved yet")).toHaveCount(1);
  expect(await recordingsOf(page, person)).toEqual([]);
});

/** Nothing for axe to find and nothing that sticks out, in both themes; and a picture, where somebody asks for one. */
async function look(page: Page, name: string) {
  const { width = 0 } = page.viewportSize() ?? {};
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    const { violations, sideways } = await lookAt(page.mainFrame());
    expect.soft(violations, `${name}, ${colorScheme}, ${width} px`).toEqual([]);
    expect.soft(sideways, `${name}, ${colorScheme}, ${width} px: sticks out`).toEqual([]);
    await photograph(page, `${name}-${colorScheme}`);
  }
}

/** A picture for people, where somebody asks for one. */
async function photograph(page: Page, name: string) {
  const folder = process.env.KINORA_PICTURES;
  if (!folder) return;
  const tools = await page.context().newCDPSession(page);
  const { data } = await tools.send("Page.captureScreenshot");
  writeFileSync(`${folder}/${name}.png`, Buffer.from(data, "base64"));
}
