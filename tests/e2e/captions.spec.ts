import { expect, type Page } from "@playwright/test";
import { CurrentSubscription } from "#contract/subscriptions.ts";
import { call, newRecording, newShare, newSubtitle } from "#tests/e2e/support/belongings.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { joining } from "#tests/e2e/support/realtime.ts";
import { test } from "#tests/e2e/support/writing-server.ts";

const TWO_LINES = `WEBVTT

00:00.500 --> 00:02.000
One two three

00:02.000 --> 00:03.500
Four five six
`;

test("a subtitle is translated, and a title and chapters are taken as they are suggested", async ({
  page,
  newPerson,
  chat,
}) => {
  const owner = await newPerson();
  await call(owner, "POST", "/subscriptions/subtitle-addon/enable", CurrentSubscription);
  const recording = await newRecording(owner, "Untitled");
  await newSubtitle(owner, recording, "en", TWO_LINES);
  await signIn(page, owner);
  await page.goto(`/video/${recording.id}`);
  await openSubtitles(page);
  await cardOf(page, "English")
    .getByRole("button", { name: /^English/ })
    .click();
  await page.getByRole("button", { name: "Translate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Translate into" }).click();
  await page.getByRole("combobox", { name: "Find a language" }).fill("deut");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Translate" }).click();
  const german = cardOf(page, "German");
  await expect(german).toContainText("Translated");
  await expect(cardOf(page, "English")).toContainText("Uploaded");
  await german.getByRole("button", { name: /^German/ }).click();
  await expect(german.getByRole("list", { name: "Transcript" })).toContainText("FOUR FIVE SIX");
  await chooseCaptions(page, "Deutsch");

  chat.answerWith(() => ({
    title: "Counting to six",
    chapters: [
      { at: 0.5, title: "To three" },
      { at: 2, title: "To six" },
    ],
  }));
  await page.getByRole("button", { name: "Suggest title and chapters" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Untitled");
  await page.getByRole("button", { name: "Use this title" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Counting to six");
  await expect(page.getByTestId("seek-chapter")).toHaveCount(0);
  await page.getByRole("button", { name: "Use these chapters" }).click();
  await expect(page.getByTestId("seek-chapter")).toHaveCount(1);
  await page.getByRole("tab", { name: "Transcript" }).click();
  await page.getByRole("list", { name: "Chapters" }).getByText("To six").click();
  await expect.poll(() => secondOf(page)).toBe(2);
  await expect(player(page).getByText("FOUR FIVE SIX")).toBeVisible();
});

test("captions come to those who watch through a link while they watch, in their language", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "How we ship");
  const { share_token } = await newShare(owner, recording);
  const topic = `recording:${recording.id}`;
  const embed = await newBrowser();
  const joined = [joining(page, topic), joining(embed, topic)];
  await page.goto(`/shared/${share_token}`);
  await embed.goto(`/embed/${share_token}`);
  for (const hasJoined of joined) await hasJoined();
  await newSubtitle(owner, recording, "ja", TWO_LINES);
  await newSubtitle(owner, recording, "en", TWO_LINES);
  await newSubtitle(owner, recording, "de", TWO_LINES.replace("One two three", "Eins zwei drei"));

  for (const one of [page, embed]) {
    await expect(one.locator("track")).toHaveCount(3);
    await one.locator("body").press("c");
    await expect(one.locator("track[srclang=en]")).toHaveJSProperty("track.mode", "hidden");
    await expect(player(one).getByText("One two three")).toBeHidden();
    await seek(one, 1);
    await expect(player(one).getByText("One two three")).toBeVisible();
  }
  await expect(page.getByRole("tab", { name: "Transcript" })).toBeVisible();
  await chooseCaptions(embed, "Deutsch");
  await expect(player(embed).getByText("Eins zwei drei")).toBeVisible();
  for (const address of [`/embed/${share_token}?t=1`, `/shared/${share_token}?t=1`]) {
    await embed.goto(address);
    await expect(player(embed).getByText("Eins zwei drei")).toBeVisible();
  }
});

async function chooseCaptions(page: Page, language: string) {
  await player(page).getByRole("button", { name: "Captions" }).click();
  await page.getByRole("menuitemradio", { name: language }).click();
}

const secondOf = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const seek = (page: Page, to: number) =>
  video(page).evaluate((element: HTMLVideoElement, seconds) => {
    element.currentTime = seconds;
  }, to);

const openSubtitles = (page: Page) => page.getByRole("tab", { name: "Subtitles" }).click();
const cardOf = (page: Page, language: string) =>
  page.getByRole("region", { name: `Subtitle: ${language}` });
const player = (page: Page) => page.getByRole("region", { name: /^Video player/ });
const video = (page: Page) => page.locator("video[aria-label]");
