import { expect } from "@playwright/test";
import { newRecording } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test("a finger plays a film on a phone, has its bar shown, and pauses it", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  const { id } = await newRecording(person, "How we ship");
  await signIn(page, person);
  await page.goto(`/video/${id}`);
  const picture = page.locator("video[aria-label]");
  const isPaused = () => picture.evaluate(({ paused }: HTMLVideoElement) => paused);
  await picture.evaluate((element: HTMLVideoElement) => {
    element.loop = true; // it does not end under the finger
  });
  await picture.tap();
  await expect.poll(isPaused).toBe(false);
  const seek = page.getByRole("slider", { name: "Seek" });
  const isShown = () =>
    seek.evaluate((element) => element.checkVisibility({ opacityProperty: true }));
  await expect.poll(isShown, "it goes while the film plays").toBe(false);
  await picture.tap();
  await page.getByRole("button", { name: "Pause", exact: true }).tap();
  expect(await isPaused()).toBe(true);
});
