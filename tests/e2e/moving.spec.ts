import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { newRecording } from "#tests/e2e/support/belongings.ts";
import { card } from "#tests/e2e/support/library-page.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { test } from "#tests/e2e/support/two-places.ts";

// One test after the other, in one browser: side by side, each would start a server of this kind.
test.describe.configure({ mode: "default" });

test("a video is moved to a drive, cancelled, refused, tried again, and plays all the while", async ({
  page,
  twoPlaces: { google, newPerson },
}) => {
  const person = await newPerson();
  const { id } = await newRecording(person, "How the new export works");
  await signIn(page, person);
  await page.goto(`${person.origin}/video/${id}`);
  const storage = (place: string) =>
    expect(page.getByText("Storage", { exact: true }).locator("..")).toContainText(place);
  await storage("Local Storage on this server");

  google.fail("open", "silence", 1);
  await page.getByRole("button", { name: "Recording menu" }).click();
  await page.getByRole("menuitem", { name: "Move to Google Drive" }).click();
  await expect(page.getByText(/^Moving to Google Drive: \d+%/)).toBeVisible();
  await expectAccessible(page);
  await plays(page);
  const library = await page.context().newPage();
  await library.goto(`${person.origin}/my-recordings`);
  await expect(card(library, "How the new export works")).toContainText(/Moving \d+%/);
  await page.getByRole("button", { name: "Cancel Move" }).click();
  await expect(page.getByText(/^Moving to/)).toBeHidden();
  await expect(card(library, "How the new export works")).not.toContainText("Moving");

  google.heal();
  google.fail("open", { status: 403, reason: "storageQuotaExceeded" });
  await page.getByRole("button", { name: "Recording menu" }).click();
  await page.getByRole("menuitem", { name: "Move to Google Drive" }).click();
  await expect(page.getByText("This could not be moved to Google Drive.")).toBeVisible();
  await expect(card(library, "How the new export works")).toContainText("Not moved");
  await expectAccessible(page);
  await storage("Local Storage on this server");

  google.heal();
  await page.getByRole("button", { name: "Try Again" }).click();
  await storage("Google Drive");
  await expect(page.getByText("This could not be moved")).toBeHidden();
  await expect(card(library, "How the new export works")).toContainText("Google Drive");
  await page.reload();
  await plays(page);
  expect(google.videos(person.email).filter(({ trashed }) => !trashed)).toHaveLength(1);
});

test("all videos are moved to a drive and back, as one progress in the settings", async ({
  page,
  twoPlaces: { google, newPerson },
}) => {
  const person = await newPerson();
  for (const title of ["One", "Two"]) await newRecording(person, title);
  await signIn(page, person);
  await page.goto(`${person.origin}/settings#move-all`);
  google.fail("open", "silence", 2);
  await page.getByRole("button", { name: "Move All to Google Drive" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("0 of 2 moved to Google Drive")).toBeVisible();
  await expectAccessible(page);
  const whole = page.getByRole("region", { name: "Move All Recordings" });
  await whole.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("0 of 2")).toBeHidden();

  google.heal();
  await page.getByRole("button", { name: "Move All to Google Drive" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Move All to this server" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Move All to Google Drive" })).toBeHidden();
  await page.getByRole("button", { name: "Move All to this server" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Move All to Google Drive" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Move All to this server" })).toBeHidden();
});

test("a plan that is too small says what becomes too much, and offers to move it", async ({
  page,
  twoPlaces: { google, newPerson },
}) => {
  const person = await newPerson();
  await newRecording(person, "How the new export works");
  await signIn(page, person);
  await page.goto(`${person.origin}/subscription`);
  await page.getByText("Plans", { exact: true }).click();
  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  const dialog = page.getByRole("dialog", { name: "Free has too little room" });
  await expect(dialog).toContainText(/You keep [\d.]+ KB on this server/);
  await expect(dialog).toContainText(/[\d.]+ KB would be too much/);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Move to Google Drive and Downgrade" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("You have been downgraded to the Free plan")).toBeVisible();
  await page.goto(`${person.origin}/my-recordings`);
  await expect(card(page, "How the new export works")).toContainText("Google Drive");
  expect(google.videos(person.email)).toHaveLength(1);
});

/** A moment of it, wherever it lies. */
async function plays(page: Page) {
  const video = page.locator("video");
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await video.evaluate((element: HTMLVideoElement) => element.pause());
}
