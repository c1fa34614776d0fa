import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { expectPlays } from "#tests/e2e/support/playback.ts";
import {
  expectVerified,
  expectWhole,
  openRecorder,
  start,
  stop,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";

test.use({ viewport: { width: 360, height: 640 } });

test("where no screen can be recorded, a phone says so before the tap and records its camera", async ({
  page,
  newPerson,
}) => {
  await page.addInitScript(() => {
    // Browsers on phones have no such call.
    Reflect.deleteProperty(MediaDevices.prototype, "getDisplayMedia");
  });
  const person = await newPerson();
  const main = page.getByRole("main");
  await signIn(page, person);
  await page.goto("/my-recordings");
  await expect(main.getByText("Record your camera, or import a video file")).toBeVisible();
  await expect(main.getByRole("link", { name: "Record your camera" })).toHaveAttribute(
    "href",
    "/new-recording",
  );
  await openRecorder(page, person);
  await expect(main.getByText(/^This browser cannot record the screen\. Record/)).toBeVisible();
  await expect(main.getByRole("link", { name: "import a video file" })).toHaveAttribute(
    "href",
    "/my-recordings#import",
  );
  await expect(page.getByRole("combobox", { name: "Source" })).toBeHidden();
  const mirrored = (name: string) => expect(page.getByLabel(name)).toHaveCSS("scale", "-1 1");
  await mirrored("Your camera");
  await expectAccessible(page, [360]);

  await start(page);
  await mirrored("What is being recorded");
  await untilTimer(page, 2);
  await stop(page);
  await page.getByRole("button", { name: "Save to cloud" }).click();
  await expectVerified(page);
  const { audio_codec, width, height } = await expectWhole(page, person);
  expect({ audio_codec, shape: (width ?? 0) / (height ?? 1) }).toEqual({
    audio_codec: "opus",
    shape: expect.closeTo(854 / 480, 1),
  });
  await page.getByRole("link", { name: "Open recording" }).click();
  // Before it is there, the result's own player is.
  await expect(page.getByRole("textbox", { name: "Add a comment" })).toBeVisible();
  await expectPlays(page);

  await main.getByRole("link", { name: "Camera" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New Recording" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(main.getByRole("link", { name: /^Start Recording/ })).toContainText(
    "Record your camera instead, or import a video file.",
  );
  await expect(main.getByRole("link", { name: /^Import Video/ })).toBeVisible();
});
