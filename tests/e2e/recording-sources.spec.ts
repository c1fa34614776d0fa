import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import {
  expectVerified,
  openRecorder,
  start,
  stop,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";

test("a refused share is explained, and the next one starts", async ({ page, newPerson }) => {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    if (!devices) return;
    const share = devices.getDisplayMedia.bind(devices);
    let refusals = 1;
    devices.getDisplayMedia = (wish) => {
      refusals -= 1;
      if (refusals < 0) return share(wish);
      return Promise.reject(new DOMException("Permission denied by user", "NotAllowedError"));
    };
  });
  await openRecorder(page, await newPerson());
  await page.getByRole("button", { name: "Start recording" }).last().click();
  await expect(
    page.getByText(
      "Failed to start recording. Please make sure you grant screen sharing permission.",
    ),
  ).toBeVisible();
  await start(page);
});

test("a missing microphone is told, and recording goes on without it", async ({
  page,
  newPerson,
}) => {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    if (devices)
      devices.getUserMedia = () =>
        Promise.reject(new DOMException("Requested device not found", "NotFoundError"));
  });
  await openRecorder(page, await newPerson());
  await page.getByRole("button", { name: "Start recording" }).last().click();
  await expect(page.getByText("Recording without microphone")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
});

test("where the browser lets no sound be mixed, the voice is recorded as it comes", async ({
  page,
  newPerson,
}) => {
  await page.addInitScript(() => {
    // Sound as in Firefox on a computer without loudspeakers: the context sleeps, and what it plays is silence.
    AudioContext.prototype.resume = function sleep() {
      void this.suspend();
      return new Promise(() => {});
    };
  });
  await openRecorder(page, await newPerson(), { auto_save_to_cloud: true });
  await start(page);
  await untilTimer(page, 3);
  await stop(page);
  await expectVerified(page);
});

test("the microphone is tested before the take: two seconds of it are played back", async ({
  page,
  newPerson,
}) => {
  await page.addInitScript(() => {
    const heard = { seconds: 0 };
    Object.assign(window, { heard });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function noted() {
      this.addEventListener("ended", () => {
        heard.seconds = this.currentTime;
      });
      return play.call(this);
    };
  });
  await openRecorder(page, await newPerson());
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: "Test microphone" }).click();
  await expect(page.getByRole("button", { name: "Say something…" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "This is how you sound" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Test microphone" })).toBeEnabled();
  const seconds = await page.evaluate(() => Reflect.get(Reflect.get(window, "heard"), "seconds"));
  expect(seconds).toBeGreaterThan(1.5);
  expect(seconds).toBeLessThan(3);
});
