import { expect, type Page } from "@playwright/test";

/** Presses play and waits until time passes. */
export async function expectPlays(page: Page) {
  const video = page.locator("video[aria-label]");
  await expect(video).toBeVisible();
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.2);
}

/** Chromium without Google's additions plays no H.264. */
export const playsH264 = (page: Page) =>
  page.evaluate(
    () => document.createElement("video").canPlayType('video/mp4; codecs="avc1.42E01E"') !== "",
  );
