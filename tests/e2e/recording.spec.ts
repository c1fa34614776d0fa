import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import {
  copyLink,
  expectLinkPlays,
  expectRoomAtTheFoot,
  expectTitle,
  expectVerified,
  expectWhole,
  openRecorder,
  record,
  retitle,
  seek,
  start,
  stop,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";
import { expectNoControlCovered, toastsFrom } from "#tests/e2e/support/toast.ts";

test.describe("where nothing else takes the processor", () => {
  // This is promised of a computer with time; a second journey beside it may take what the encoder needs.
  test.describe.configure({ retries: 2 });

  test("five seconds with a pause are saved, play, and can be sought", async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson();
    await record(page, person, 3);
    await page.keyboard.press("p");
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await untilTimer(page, 5);
    await page.keyboard.press("s");
    await page.getByRole("button", { name: "Save to cloud" }).click();
    await expectVerified(page);

    const recording = await expectWhole(page, person, { within: 0.3 });
    expect(recording.audio_codec).toBe("opus");
    const { duration, landed } = await seek(page, person, recording.id, [0.5, 0.95]);
    expect(duration).toBeCloseTo(recording.duration ?? 0, 1);
    expect(Math.abs((landed[0] ?? 0) - 0.5) * duration).toBeLessThan(0.5);
    expect(Math.abs((landed[1] ?? 0) - 0.95) * duration).toBeLessThan(0.5);
  });
});

test("an instant link is there in the first second and plays for others after stopping", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  await openRecorder(page, await newPerson(), { auto_save_to_cloud: true });
  await start(page);
  const link = await copyLink(page);
  await untilTimer(page, 4);
  await expect(page.getByText(/^Saved on this computer .* · on the server .*/)).toBeVisible();
  // The result says it: no toast lies over the page that is opened next.
  const toasts = await toastsFrom(page);
  await stop(page);
  await expectVerified(page);
  expect(await toasts()).toEqual([]);
  await expectLinkPlays(await newBrowser(), link);
});

test("without an instant link nothing leaves the computer, and the file can be had, ready to seek in", async ({
  page,
  newPerson,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/uploads")) sent.push(request.url());
  });
  await record(page, await newPerson(), 2, { default_filename_prefix: "Demo" });
  await stop(page);
  await expectTitle(page, /^Demo, \d{1,2} [A-Z][a-z]{2} \d\d:\d\d$/);
  await retitle(page, "Made by hand");
  await expect(page.getByRole("button", { name: "New Recording" })).toBeVisible(); // in the sidebar

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Demo-\d{4}(-\d\d){5}\.webm$/);
  // A file as the browser records it says that it lasts for ever.
  expect(await durationOf(page, await download.path())).toBeGreaterThan(1.5);
  expect(sent, "what left this computer").toEqual([]);

  await page.getByRole("button", { name: "Save to cloud" }).click();
  await expectVerified(page);
  await page.goto("/my-recordings");
  await expect(page.getByRole("link", { name: "Made by hand" }).first()).toBeVisible();
});

test("ending the share in the browser's own bar stops in order", async ({ page, newPerson }) => {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    if (!devices) return;
    const share = devices.getDisplayMedia.bind(devices);
    devices.getDisplayMedia = async (wish) => {
      const stream = await share(wish);
      const [track] = stream.getVideoTracks();
      window.addEventListener("stop-sharing", () => {
        track?.stop();
        track?.dispatchEvent(new Event("ended"));
      });
      return stream;
    };
  });
  await record(page, await newPerson(), 2);
  await page.evaluate(() => window.dispatchEvent(new Event("stop-sharing")));
  await expect(page.getByRole("button", { name: "Save to cloud" })).toBeVisible();
});

test("a recording goes on behind other pages, stopping it there leads to it, and starting over asks", async ({
  page,
  newPerson,
  quietPage,
}) => {
  quietPage.mayLog(/ERR_INTERNET_DISCONNECTED/); // what it asks for while it is offline
  await record(page, await newPerson(), 1);
  await expect(page).toHaveTitle(/^● \d+:\d\d · Kinora$/);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /recording/);

  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");
  const recorder = page.getByRole("region", { name: "Recorder" });
  await expectRoomAtTheFoot(page);
  await recorder.getByRole("button", { name: "Stop" }).click();
  await expect(page).toHaveURL("/new-recording");

  await page.getByRole("button", { name: "Discard" }).click();
  const question = page.getByText("Discard this recording? It has not been saved.");
  await expect(question).toBeVisible();
  await expectNoControlCovered(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: "Save to cloud" })).toBeVisible();
  // The recording that this tab is working on is nothing to recover.
  await expect(page.getByRole("region", { name: "Unfinished recordings" })).toBeHidden();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Start recording" }).last()).toBeVisible();
});

test("that nothing is heard stays on the screen", async ({ page, newPerson }) => {
  await page.addInitScript(() => {
    const share = navigator.mediaDevices?.getDisplayMedia.bind(navigator.mediaDevices);
    if (!share) return;
    navigator.mediaDevices.getDisplayMedia = (wish) => share({ ...wish, audio: false });
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException("", "NotFoundError"));
  });
  await record(page, await newPerson(), 5);
  await expect(page.getByText("No sound is recorded")).toBeVisible();
});

test("Escape in the countdown ends it, and nothing was recorded", async ({ page, newPerson }) => {
  await openRecorder(page, await newPerson());
  // The sidebar's, which does here what it says.
  const begin = page.getByRole("button", { name: "Start recording" }).first();
  await begin.click();
  await expect(page.getByRole("timer", { name: /^Recording starts in/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(begin).toBeVisible();
  await page.reload();
  await expect(begin).toBeVisible();
  await expect(page.getByRole("region", { name: "Unfinished recordings" })).toBeHidden();
});

test("the camera is in the picture and moves by the keyboard", async ({ page, newPerson }) => {
  await openRecorder(page, await newPerson());
  await page.getByRole("switch", { name: "Camera" }).click();
  const handle = page.getByRole("button", { name: /^Camera\. Arrow keys/ });
  const frame = await handle.locator("..").boundingBox();
  expect((frame?.width ?? 0) / (frame?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  const before = await handle.boundingBox();
  await handle.press("ArrowRight");
  await expect
    .poll(async () => ((await handle.boundingBox())?.x ?? 0) - (before?.x ?? 0))
    .toBeGreaterThan(5);
  await start(page);
  await expect(handle).toBeVisible();
  await untilTimer(page, 2);
  await stop(page);
});

test.describe("in either theme at every width", () => {
  test.slow(); // six examinations, beside an encoder

  test("the record screen is accessible before a recording", async ({ page, newPerson }) => {
    await openRecorder(page, await newPerson());
    await page.getByRole("switch", { name: "Camera" }).click();
    await expectAccessible(page);
  });

  test("the record screen is accessible during a recording", async ({ page, newPerson }) => {
    await openRecorder(page, await newPerson(), { auto_save_to_cloud: true });
    await start(page);
    await page.keyboard.press("p"); // an encoder at work leaves the examination little to run on
    await expectAccessible(page);
  });

  test("the record screen is accessible after a recording", async ({ page, newPerson }) => {
    await openRecorder(page, await newPerson(), { auto_save_to_cloud: true });
    await start(page);
    await untilTimer(page, 2);
    await stop(page);
    await expectVerified(page);
    await expectAccessible(page);
  });
});

test("without storage the record tab says so, and recording to a file is still possible", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await page.route("**/api/subscriptions/current", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), storage_configured: false },
    });
  });
  await signIn(page, person);
  await page.goto("/new-recording");
  await expect(page.getByText("Storage Connection Required")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Choose Your Storage" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Record without saving online" }).click();
  await expect(page.getByRole("switch", { name: "Instant link" })).toBeDisabled();
});

test("what the server refuses stays here, and a missing drive leads to where it is connected", async ({
  page,
  newPerson,
}) => {
  let message = "Your plan has no room left for this recording.";
  await page.route("**/api/uploads", (route) =>
    route.fulfill({
      status: 402,
      headers: { "Tus-Resumable": "1.0.0" },
      json: { error: message, message, code: "quota_exceeded" },
    }),
  );
  await record(page, await newPerson(), 1);
  await stop(page);
  await page.getByRole("button", { name: "Save to cloud" }).click();
  await expect(page.getByRole("alert").filter({ hasText: message })).toContainText(
    "The recording is still on this computer",
  );

  message = "Google Drive: the refresh token was revoked";
  await page.getByRole("button", { name: "Save again" }).click();
  await expect(page.getByText(/^Google Drive not connected/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/settings/);
  await expect(page.getByText("A recording is not saved yet")).toBeVisible();
});

/** The duration as a player outside would read it: from the head of the file alone. */
async function durationOf(page: Page, path: string): Promise<number> {
  await page.route("**/downloaded.webm", (route) =>
    route.fulfill({ body: readFileSync(path), contentType: "video/webm" }),
  );
  return page.evaluate(async () => {
    const video = document.createElement("video");
    video.src = "/downloaded.webm";
    await new Promise((resolve, reject) => {
      video.onloadedmetadata = resolve;
      video.onerror = () => reject(video.error);
    });
    return Number.isFinite(video.duration) ? video.duration : -1;
  });
}
