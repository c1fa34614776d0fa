import { expect } from "@playwright/test";
import { Viewers } from "#contract/viewers.ts";
import { call, newRecording, newShare } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";

test("who plays a link and leaves the page is counted to where they came; its owner sees it, and they find it again", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const recording = await newRecording(ada, "How we ship");
  const { share_token } = await newShare(ada, recording, { label: "For Ben" });
  const other = await newBrowser();
  await signIn(other, ben);
  await other.goto(`/shared/${share_token}`);
  await other.locator("video").click();
  const video = other.locator("video");
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(1);
  const cameTo = await video.evaluate((film: HTMLVideoElement) => {
    film.pause();
    return film.currentTime;
  });
  await other.goto("/dashboard");
  await other.getByRole("link", { name: "Shared with me" }).click();
  const row = other.getByRole("listitem").filter({ hasText: "How we ship" });
  await expect(row).toContainText(`By ${ada.username}`);
  await expect(row).toContainText("% watched");

  const told = () => call(ada, "GET", `/recordings/${recording.id}/viewers`, Viewers);
  await expect.poll(async () => (await told()).plays).toBe(1);
  expect((await told()).seconds_watched).toBeCloseTo(cameTo, 0);

  await signIn(page, ada);
  await page.goto(`/video/${recording.id}`);
  await page.getByRole("tab", { name: "Viewers" }).click();
  await expect(page.getByRole("list", { name: "People" })).toContainText(ben.username);
  await expect(page.getByRole("list", { name: "Links" })).toContainText("For Ben");
  await expect(page.getByTestId("seen-curve")).toBeAttached();
  await other.getByRole("button", { name: "Hide How we ship" }).click();
  await expect(other.getByText("Nothing is shared with you")).toBeVisible();
  await page.goto("/my-recordings");
  await expect(page.getByText("play", { exact: true })).toBeAttached();
});
