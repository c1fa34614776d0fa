import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { forgetSeen, IN_THE_END, seenBy, timeOf, watched } from "#tests/e2e/support/live.ts";
import { expectPlays } from "#tests/e2e/support/playback.ts";
import { copyLink, record, untilTimer } from "#tests/e2e/support/recorder.ts";

test("a link is watched while it is recorded, and goes on into the finished video", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  await record(page, await newPerson(), 8, { auto_save_to_cloud: true });
  const visitor = await newBrowser();
  const { video, behind } = await watched(page, visitor, await copyLink(page));
  const live = visitor.getByRole("button", { name: "Live", exact: true });
  await expect(live).toHaveAttribute("aria-pressed", "true");
  expect(await timeOf(video), "it does not begin at the beginning").toBeGreaterThan(2);
  await expect(page.getByText(/^1 watching now/), "its owner sees it").toBeVisible();

  await untilTimer(page, 12);
  await expect.poll(behind, IN_THE_END).toBeLessThan(8);
  const { jumps } = await seenBy(visitor);

  // To the beginning, which this browser has never had, and back.
  await visitor.getByRole("slider", { name: "Seek" }).press("Home");
  const earliestPlayed = () =>
    video.evaluate(({ played }: HTMLVideoElement) => (played.length > 0 ? played.start(0) : 99));
  await expect.poll(earliestPlayed).toBeLessThan(1);
  await expect(live).toHaveAttribute("aria-pressed", "false");
  await live.click();
  await expect(live).toHaveAttribute("aria-pressed", "true");
  expect(jumps.slice(1), "but for the first picture, it was never thrown").toEqual([]);

  await page.getByRole("button", { name: /^Pause/ }).click();
  await expect(visitor.getByRole("status").getByText("Paused", { exact: true })).toBeVisible();
  await expectAccessible(visitor);
  await page.getByRole("button", { name: /^Resume/ }).click();
  await expect(visitor.getByText("Paused", { exact: true })).toBeHidden();
  await visitor.locator("video[aria-label]").evaluate((element: HTMLVideoElement) => {
    element.volume = 0.4;
    Object.assign(window, { stayed: true });
  });
  await forgetSeen(visitor); // it sought, above
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(live, "the finished video is there").toBeHidden({ timeout: 30_000 });
  const after = await seenBy(visitor);
  expect([after.blank, after.jumps], "nobody notices").toEqual([0, []]);
  expect(await visitor.evaluate(() => Reflect.get(window, "stayed"))).toBe(true);
  const finished = await video.evaluate((element: HTMLVideoElement) => ({
    isFile: !element.currentSrc.startsWith("blob:"),
    volume: element.volume,
  }));
  expect(finished).toEqual({ isFile: true, volume: 0.4 });
});

test("who watches is told of a restart, and that the recorder is silent, and goes on", async ({
  page,
  newPerson,
  newBrowser,
  quietPage,
}) => {
  quietPage.mayLog(/ERR_INTERNET_DISCONNECTED/); // what it asks for while it is offline
  await record(page, await newPerson(), 5, { auto_save_to_cloud: true });
  const visitor = await newBrowser();
  const { video } = await watched(page, visitor, await copyLink(page));
  await page.context().setOffline(true);
  await expect(visitor.getByText("Waiting for the recorder")).toBeVisible({ timeout: 30_000 });
  await page.context().setOffline(false);
  await expect(visitor.getByText("Waiting for the recorder")).toBeHidden({ timeout: 60_000 });
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByRole("button", { name: "Throw away" }).click();
  await expect(visitor.getByText("Begun again")).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => timeOf(video)).toBeGreaterThan(1);

  const old = await newBrowser();
  await old.addInitScript(() => Object.assign(window, { MediaSource: undefined }));
  await old.goto(visitor.url());
  await expect(old.getByText("This browser cannot show it while it is recorded")).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expectPlays(old);
});
