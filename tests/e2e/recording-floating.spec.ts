import { writeFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import type { Person } from "#tests/e2e/support/people.ts";
import {
  expectVerified,
  expectWhole,
  openRecorder,
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
  const context = await browser.newContext({ permissions: ["microphone", "camera"] });
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
  for (const size of sizes) {
    await floating.setViewportSize(size);
    for (const name of ["Pause recording", "Mute microphone", "Stop"])
      await expect(button(floating, name)).toBeInViewport({ ratio: 1 });
    await photograph(floating, `running-${size.width}`);
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
  await expectVerified(page);
  await expectWhole(page, person);
  await close();
});

/** A picture for people, where somebody asks for one. */
async function photograph(page: Page, name: string) {
  const folder = process.env.KINORA_PICTURES;
  if (!folder) return;
  const tools = await page.context().newCDPSession(page);
  const { data } = await tools.send("Page.captureScreenshot");
  writeFileSync(`${folder}/${name}.png`, Buffer.from(data, "base64"));
}
