import { expect, type Page } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import { clockOf, pictureOf, seenBy, timeOf, watched } from "#tests/e2e/support/live.ts";
import { copyLink, onlyRecording, record, untilTimer } from "#tests/e2e/support/recorder.ts";

/** Whoever may not watch any more sees it within this time. */
const AT_ONCE = { timeout: 20_000 };

test("a link that shows nothing while recording any more says so, and shows it again", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  const person = await newPerson();
  await record(page, person, 5, { auto_save_to_cloud: true });
  const visitor = await newBrowser();
  const { video } = await watched(page, visitor, await copyLink(page));
  const desk = await page.context().newPage();
  await desk.goto(`/video/${(await onlyRecording(page, person)).id}`);
  await showWhileRecording(desk, false);
  const words = visitor.getByText("This recording is still being made");
  await expect(words).toBeVisible(AT_ONCE);
  await expect(
    visitor.getByText("it plays on this page as soon as the recording ends"),
  ).toBeVisible();
  await expectSilence(page, visitor);
  await expect(words, "it stays so").toBeVisible();

  await showWhileRecording(desk, true);
  await expect(visitor.getByRole("button", { name: "Live", exact: true })).toBeVisible(AT_ONCE);
  await expect(words).toBeHidden();
  const place = await timeOf(video);
  await expect.poll(() => timeOf(video)).toBeGreaterThan(place + 1);

  await showWhileRecording(desk, false);
  await expect(words).toBeVisible(AT_ONCE);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(pictureOf(visitor), "as the words have said").toBeVisible({ timeout: 60_000 });
});

test("a link revoked in the middle of watching takes the picture away, and asks no more", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  const person = await newPerson();
  await record(page, person, 5, { auto_save_to_cloud: true });
  const link = await copyLink(page);
  const [near, deaf] = [await newBrowser(), await newBrowser()];
  // Nobody tells this one: it learns it from the next answer alone.
  await deaf.routeWebSocket(/\/realtime\//, () => {});
  await watched(page, near, link);
  await watched(page, deaf, link);
  const desk = await page.context().newPage();
  await desk.goto(`/video/${(await onlyRecording(page, person)).id}`);
  await desk.getByRole("button", { name: "Share", exact: true }).click();
  await desk.getByRole("button", { name: /^Revoke/ }).click();
  await desk.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  for (const visitor of [near, deaf]) {
    await expect(visitor.getByRole("heading", { name: "Unable to Load Video" })).toBeVisible(
      AT_ONCE,
    );
    await expect(pictureOf(visitor)).toHaveCount(0);
    await expectSilence(page, visitor);
  }
});

async function showWhileRecording(desk: Page, isOn: boolean) {
  const dialog = desk.getByRole("dialog", { name: "Change this link" });
  const change = desk.getByRole("button", { name: "Change this link" });
  if (!(await change.isVisible()))
    await desk.getByRole("button", { name: "Share", exact: true }).click();
  await change.click();
  const shown = dialog.getByRole("switch", { name: "Show while recording" });
  await shown.setChecked(isOn);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
}

/** While the recorder goes on, this page gets nothing of it, and does not ask for it. */
async function expectSilence(recorder: Page, visitor: Page) {
  const { appended } = await seenBy(visitor);
  const asked: string[] = [];
  visitor.on("request", (request) => asked.push(request.url()));
  await untilTimer(recorder, (await clockOf(recorder)) + 6);
  expect((await seenBy(visitor)).appended, "nothing more is appended").toBe(appended);
  expect(
    asked.filter((url) => /\/(live|stream)/.test(url)),
    "nothing is asked",
  ).toEqual([]);
}
