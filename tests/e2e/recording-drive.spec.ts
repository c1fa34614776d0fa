import { expect } from "@playwright/test";
import {
  copyLink,
  expectLinkPlays,
  expectVerified,
  onlyRecording,
  openRecorder,
  start,
  stop,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";
import { test } from "#tests/e2e/support/two-places.ts";

test("a recording with an instant link plays at once, goes to the drive, plays from there, and comes to the cloud", async ({
  page,
  newBrowser,
  twoPlaces: { google, newPerson },
}) => {
  const person = await newPerson();
  const inDrive = { auto_save_to_cloud: true, preferred_storage: "google_drive" } as const;
  await openRecorder(page, person, inDrive);
  await start(page);
  const link = await copyLink(page);
  await untilTimer(page, 3);
  await stop(page);
  const viewer = await newBrowser();
  await expectLinkPlays(viewer, link);
  await expectVerified(page);

  const { id } = await onlyRecording(page, person);
  await page.goto(`${person.origin}/video/${id}`);
  const storage = page.getByText("Storage", { exact: true }).locator("..");
  await expect(storage).toContainText("Google Drive", { timeout: 60_000 });
  expect(google.videos(person.email)).toHaveLength(1);
  const before = google.counted.sent;
  await expectLinkPlays(viewer, link);
  expect(google.counted.sent, "bytes that came from the drive").toBeGreaterThan(before);

  await page.getByRole("button", { name: "Recording menu" }).click();
  await page.getByRole("menuitem", { name: "Move to this server" }).click();
  await expect(storage).toContainText("Local Storage");
  await expectLinkPlays(viewer, link);
});
