import { expect } from "@playwright/test";
import { newSubtitle } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import {
  clockOf,
  expectOver,
  forgetSeen,
  seenBy,
  timeOf,
  watched,
} from "#tests/e2e/support/live.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { copyLink, onlyRecording, record, untilTimer } from "#tests/e2e/support/recorder.ts";

const SPOKEN = `WEBVTT

00:00.000 --> 10:00.000
Said all the time.
`;

/** Seconds of watching. */
const A_WHILE = 32;

test("half a minute is watched without a stop or a jump, and the end changes nothing of what was chosen", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  const person = await newPerson();
  await record(page, person, 5, { auto_save_to_cloud: true });
  await newSubtitle(person, await onlyRecording(page, person), "en", SPOKEN);
  const visitor = await newBrowser();
  await signIn(visitor, await newPerson());
  const { video } = await watched(page, visitor, await copyLink(page));
  await forgetSeen(visitor);
  await untilTimer(page, (await clockOf(page)) + A_WHILE);
  const { looks, jumps, blank, still } = await seenBy(visitor);
  console.info(`stood still for ${Math.round(still)} ms at most, in ${looks} looks`);
  expect(looks).toBeGreaterThan(A_WHILE);
  expect([jumps, blank], "never thrown, never black").toEqual([[], 0]);
  expect(still, "no stop over 3 s").toBeLessThan(3000);

  // What is said of a moment stands at it.
  const said = visitor.getByLabel("Add a comment");
  const earliest = Math.floor(await timeOf(video));
  await said.fill("Right here.");
  const moment = visitor.getByRole("button", { name: /^at \d:\d\d$/ });
  await expect(moment).toHaveAttribute("aria-pressed", "true");
  const name = (await moment.textContent()) ?? "";
  const second = Number(name.at(-4)) * 60 + Number(name.slice(-2));
  expect(second).toBeGreaterThanOrEqual(earliest);
  expect(second).toBeLessThanOrEqual(await timeOf(video));
  await said.press("Control+Enter");
  await expect(visitor.getByRole("article").getByRole("button", { name })).toBeVisible();

  const player = visitor.getByRole("region", { name: /^Player/ });
  const bar = player.getByRole("slider", { name: "Seek" });
  for (const key of ["c", "<", "ArrowDown"]) await bar.press(key);
  const chosen = () =>
    video.evaluate(({ volume, muted, defaultPlaybackRate }: HTMLVideoElement) => ({
      ...{ volume, muted, defaultPlaybackRate },
    }));
  const before = await chosen();
  expect(before.defaultPlaybackRate).toBe(0.75);
  expect(before.volume).toBeLessThan(1);
  const spoken = player.getByText("Said all the time.").last();
  await expect(spoken).toBeVisible();
  await forgetSeen(visitor);

  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expectOver(visitor);
  await expect.poll(async () => (await seenBy(visitor)).looks).toBeGreaterThan(20);
  const after = await seenBy(visitor);
  expect([after.jumps, after.blank], "the same second, and no black picture").toEqual([[], 0]);
  expect(await chosen()).toEqual(before);
  await expect(spoken).toBeVisible();
  await expect(player.getByText("0.75×")).toBeVisible();
});
