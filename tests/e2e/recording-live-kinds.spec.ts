import { expect, type Page, type Response } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import {
  clockOf,
  expectOver,
  forgetSeen,
  IN_THE_END,
  pictureOf,
  seenBy,
  timeOf,
  watched,
} from "#tests/e2e/support/live.ts";
import { expectPlays } from "#tests/e2e/support/playback.ts";
import { copyLink, record, untilTimer } from "#tests/e2e/support/recorder.ts";

const OF_SAFARI = "video/mp4;codecs=avc1.42E01E,mp4a.40.2";

const kinds = [
  {
    name: "in MP4, as Safari writes it",
    asked: OF_SAFARI,
    written: ["video/mp4;codecs=avc1.42E01E,opus", "video/mp4"],
    include_audio: true,
    is: /^video\/mp4; codecs="(avc1\.\w{6}|vp09[.\d]+),opus"$/,
  },
  {
    name: "in MP4 without sound",
    asked: OF_SAFARI,
    written: ["video/mp4;codecs=avc1.42E01E", "video/mp4"],
    include_audio: false,
    is: /^video\/mp4; codecs="(avc1\.\w{6}|vp09[.\d]+)"$/,
  },
  {
    name: "in MP4 of another codec",
    asked: "video/mp4",
    written: ["video/mp4;codecs=vp9,opus", "video/mp4"],
    include_audio: true,
    is: /^video\/mp4; codecs="vp09[.\d]+,opus"$/,
  },
  {
    name: "without sound",
    asked: "video/webm",
    written: ["video/webm"],
    include_audio: false,
    is: /^video\/webm; codecs="vp[89]"$/,
  },
];

for (const { name, asked, written, include_audio, is } of kinds)
  test(`a recording ${name} is watched while it is recorded`, async ({
    page,
    newPerson,
    newBrowser,
  }) => {
    await writes(page, asked, written);
    await record(page, await newPerson(), 6, { auto_save_to_cloud: true, include_audio });
    const visitor = await newBrowser();
    const found = visitor.waitForResponse(async (answer) => (await indexOf(answer))?.init_bytes);
    const { behind } = await watched(page, visitor, await copyLink(page));
    const { mime_type } = await (await found).json();
    expect(mime_type).toMatch(is);
    await forgetSeen(visitor);
    await untilTimer(page, (await clockOf(page)) + 8);
    await expect.poll(behind, IN_THE_END).toBeLessThan(8);
    const { jumps, still } = await seenBy(visitor);
    console.info(`${name}: ${mime_type}, stood still for ${Math.round(still)} ms at most`);
    expect([jumps, still < 3000]).toEqual([[], true]);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expectOver(visitor);
    expect((await seenBy(visitor)).blank, "no black picture in between").toBe(0);
  });

test("a recording that no player can be given in parts says so, and plays at its end by itself", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  await writes(page, "video/webm", ["video/x-matroska;codecs=avc1,opus", "video/x-matroska"]);
  await record(page, await newPerson(), 4, { auto_save_to_cloud: true });
  const visitor = await newBrowser();
  await visitor.goto(await copyLink(page));
  await expect(
    visitor.getByText("This recording cannot be watched before it is finished"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(pictureOf(visitor)).toBeVisible({ timeout: 60_000 });
  await expectPlays(visitor);
  expect(await timeOf(pictureOf(visitor))).toBeGreaterThan(0);
});

/** The recorder is asked for one kind, as another browser knows it, and writes the first of others that this one can. */
const writes = (page: Page, asked: string, written: string[]) =>
  page.addInitScript(
    ({ asked, written }) => {
      const Recorder = window.MediaRecorder;
      const mimeType = written.find((type) => Recorder.isTypeSupported(type));
      window.MediaRecorder = class extends Recorder {
        static override isTypeSupported = (type: string) => type === asked;
        constructor(stream: MediaStream, options?: MediaRecorderOptions) {
          super(stream, { ...options, ...(mimeType && { mimeType }) });
        }
      };
    },
    { asked, written },
  );

const indexOf = async (answer: Response) => {
  const { pathname, searchParams } = new URL(answer.url());
  const isIndex = pathname.endsWith("/live") && searchParams.has("at");
  return isIndex && answer.ok() ? answer.json() : undefined;
};
