import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/crashes.ts";
import {
  clockOf,
  expectOver,
  forgetSeen,
  IN_THE_END,
  seenBy,
  timeOf,
  watched,
} from "#tests/e2e/support/live.ts";
import { register } from "#tests/e2e/support/people.ts";
import {
  copyLink,
  expectVerified,
  expectWhole,
  onlyRecording,
  record,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";

const WAITING = "Waiting for the recorder";
const ENDED = /^Ended early at \d:\d\d$/;
/** A recorder that has given no sign for a minute counts as gone. */
const A_MINUTE = { timeout: 100_000 };

test("a recorder that is silent for a minute has ended early, and goes on where it comes back", async ({
  page,
  newPerson,
  newBrowser,
  quietPage,
}) => {
  quietPage.mayLog(/ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson();
  await record(page, person, 6, { auto_save_to_cloud: true });
  const link = await copyLink(page);
  const [early, late] = [await newBrowser(), await newBrowser()];
  await watched(page, early, link);

  await page.context().setOffline(true);
  await expect(early.getByText(WAITING)).toBeVisible();
  await expect(early.getByText(ENDED)).toBeVisible(A_MINUTE);
  await late.goto(link);
  await expect(late.getByText("The recording was interrupted.")).toBeVisible(A_MINUTE);
  await expect(late.getByText(ENDED)).toBeVisible();
  const until = await timeOf(early.locator("video"));

  await page.context().setOffline(false);
  for (const visitor of [early, late]) {
    await expect(visitor.getByText(ENDED)).toBeHidden({ timeout: 30_000 });
    await expect(visitor.getByText("The recording was interrupted.")).toBeHidden();
  }
  await expect.poll(() => timeOf(early.locator("video"))).toBeGreaterThan(until + 2);
  await forgetSeen(early);
  await untilTimer(page, (await clockOf(page)) + 6);
  expect((await seenBy(early)).still).toBeLessThan(3000);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expectVerified(page);
  await expectWhole(page, person, { within: 2 });
  await expectOver(early);
});

test("a killed recorder has ended early, and what is finished later plays by itself", async ({
  survivor,
  newPerson,
  newBrowser,
}) => {
  const person = await newPerson();
  const page = await survivor.open();
  await record(page, person, 6, { auto_save_to_cloud: true });
  const visitor = await newBrowser();
  await visitor.clock.install();
  await watched(page, visitor, await copyLink(page));
  await survivor.kill();
  await expect(visitor.getByText(WAITING)).toBeVisible();
  await visitor.clock.fastForward(60_000);
  await expect(visitor.getByText(ENDED)).toBeVisible();
  const back = await survivor.open();
  await back.goto("/dashboard");
  await back.getByRole("button", { name: "Finish it" }).click();
  await expectVerified(back);
  await expectOver(visitor);
});

test("a killed server is waited for, and who watches goes on", async ({
  page,
  ownServer,
  newBrowser,
  quietPage,
}) => {
  quietPage.mayLog(/Failed to load resource|WebSocket connection/);
  const person = await register(ownServer.origin);
  await record(page, person, 6, { auto_save_to_cloud: true });
  const visitor = await newBrowser();
  const { video, behind } = await watched(page, visitor, await copyLink(page));
  await ownServer.kill();
  await expect(visitor.getByText(WAITING)).toBeVisible();
  await ownServer.startAgain();
  await expect(visitor.getByText(WAITING)).toBeHidden({ timeout: 60_000 });
  const place = await timeOf(video);
  await expect.poll(() => timeOf(video)).toBeGreaterThan(place + 2);
  await visitor.getByRole("button", { name: "Live", exact: true }).click();
  await expect.poll(behind, IN_THE_END).toBeLessThan(8);
  expect((await onlyRecording(page, person)).status).toBe("recording");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expectOver(visitor);
});
