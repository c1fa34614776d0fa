import { expect, type Locator, type Page } from "@playwright/test";
import { CurrentSubscription } from "#contract/subscriptions.ts";
import { SubtitleWithCues } from "#contract/subtitles.ts";
import { call, newRecording, newShare, newSubtitle } from "#tests/e2e/support/belongings.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { joining } from "#tests/e2e/support/realtime.ts";
import { openSubtitles } from "#tests/e2e/support/subtitles.ts";
import { test } from "#tests/e2e/support/writing-server.ts";

// One test after the other, in one browser: side by side, each would start a server of this kind.
test.describe.configure({ mode: "default" });

const TWO_LINES = `WEBVTT

00:00.500 --> 00:02.000
One two three

00:02.000 --> 00:03.500
Four five six
`;

const ARABIC = `WEBVTT

00:00.500 --> 00:02.000
مرحبا بكم.

00:02.000 --> 00:03.500
شكرا.
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
  await page.getByRole("button", { name: "Transcript", exact: true }).click();
  // The offer has a list of the same name, which goes with this press.
  const chapters = page.getByRole("region", { name: "Chapters", exact: true });
  await page.locator("video").evaluate((film: HTMLVideoElement) => {
    film.playbackRate = 0.25; // the line would be gone after a second and a half
  });
  await chapters.getByText("To six").click();
  await Promise.all([
    expect.poll(() => secondOf(page)).toBe(2),
    expect(player(page).getByText("FOUR FIVE SIX")).toBeVisible(),
  ]);
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

test("captions whose file does not come at first are shown once it comes", async ({
  page,
  newPerson,
  quietPage,
}) => {
  quietPage.mayLog(/net::ERR_FAILED/);
  const owner = await newPerson();
  const recording = await newRecording(owner, "How we ship");
  await newSubtitle(owner, recording, "en", TWO_LINES);
  await signIn(page, owner);
  let asked = 0;
  await page.route("**/track?*", (route) => (asked++ < 2 ? route.abort() : route.continue()));
  await page.goto(`/video/${recording.id}?t=1`);
  await chooseCaptions(page, "English");
  await expect(player(page).getByText("One two three")).toBeVisible();
  expect(asked).toBe(3);
});

test("subtitles that are written from right to left are split, joined, shifted and saved over another's", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "How we ship");
  const { id } = await newSubtitle(owner, recording, "ar", ARABIC);
  const its = `/recordings/${recording.id}/subtitles/${id}`;
  const cues = async () => (await call(owner, "GET", its, SubtitleWithCues)).cues;
  await signIn(page, owner);
  await page.goto(`/video/${recording.id}?t=3`);
  await openSubtitles(page);
  await cardOf(page, "Arabic")
    .getByRole("button", { name: /^Arabic/ })
    .click();
  await page.getByRole("radio", { name: "Edit" }).click();
  await expect(line(page, 1)).toHaveCSS("direction", "rtl");
  await putCaret(line(page, 1), 5);
  await page.keyboard.press("Control+Enter");
  await expect(line(page, 2)).toBeFocused();
  await expect(page.getByLabel("Line 2 begins")).toHaveValue("0:01.250");
  await page.keyboard.press("Control+z");
  await expect(line(page, 3)).toBeHidden();
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(line(page, 1)).toHaveValue("مرحبا");
  await putCaret(line(page, 1), 0);
  await page.keyboard.press("Control+j");
  await expect(line(page, 1)).toHaveValue("مرحبا بكم.");

  await page.getByLabel("Seconds to shift all lines by").fill("0.3");
  await page.getByRole("button", { name: "All lines later" }).click();
  await expect(page.getByLabel("Line 2 ends")).toHaveValue("0:03.800");
  await page.getByLabel("Seconds to shift all lines by").fill("9");
  await page.getByRole("button", { name: "All lines later" }).click();
  await expect(page.getByText("The last line would end after the recording")).toBeVisible();
  await line(page, 1).press("Alt+ArrowLeft");
  await page.getByLabel("Line 1 ends").fill("2.25");
  await page.getByLabel("Line 1 ends").press("Enter");
  await expect(page.getByLabel("Line 1 begins")).toHaveValue("0:00.700");

  await call(owner, "PUT", its, SubtitleWithCues, { cues: [{ start: 0, end: 1, text: "Mine" }] });
  await page.keyboard.press("Control+s");
  const conflict = page.getByRole("dialog", { name: "Somebody else saved these subtitles" });
  await expect(conflict.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(conflict).toBeHidden();
  await expect(line(page, 1)).toHaveValue("مرحبا بكم.");
  expect((await cues()).map(({ text }) => text)).toEqual(["Mine"]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Save over theirs" }).click();
  await expect(page.getByRole("button", { name: "Saved" })).toBeDisabled();
  expect(await cues()).toEqual([
    { start: 0.7, end: 2.25, text: "مرحبا بكم." },
    { start: 2.3, end: 3.8, text: "شكرا." },
  ]);
  await page.getByRole("radio", { name: "View" }).click();
  await chooseCaptions(page, "العربية");
  for (const shown of [page.getByRole("list", { name: "Transcript" }), player(page)])
    await expect(shown.getByText("شكرا.")).toHaveCSS("direction", "rtl");
});

test("a long speech is found, read along and edited on a phone, beside the player", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "How we ship");
  const { id } = await newSubtitle(owner, recording, "en", TWO_LINES);
  await call(owner, "PUT", `/recordings/${recording.id}/subtitles/${id}`, SubtitleWithCues, {
    cues: Array.from({ length: 500 }, (_, n) => ({
      ...{ start: n * 3.6, end: n * 3.6 + 3 },
      text: `This is sentence${n} of many`,
    })),
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, owner);
  await page.goto(`/video/${recording.id}`);
  await page.getByRole("tab", { name: "Transcript" }).click();
  await expect(page.locator("[data-line]")).toHaveCount(500);
  expect(await findsInPage(page, "sentence499 of")).toBe(true);

  await openSubtitles(page);
  await cardOf(page, "English")
    .getByRole("button", { name: /^English/ })
    .click();
  await page.getByRole("radio", { name: "Edit" }).click();
  // Rows are found by their tags: a search by role would look through thousands each time.
  const rows = page.locator("li[data-cue]");
  const field = (number: number) => rows.nth(number - 1).locator("textarea");
  await expect(rows).toHaveCount(500);
  await expect(field(1)).toBeVisible();
  expect(await rows.locator("textarea").count()).toBeLessThan(100);
  expect(await findsInPage(page, "sentence499 of")).toBe(true);
  await rows.last().scrollIntoViewIfNeeded();
  await field(500).fill("This is the last");
  await expect(field(1)).toHaveCount(0);
  await expect(player(page)).toBeInViewport({ ratio: 1 });
  await expect(page.locator("button[aria-label='Start recording']:visible")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(field(500)).toHaveValue("This is sentence499 of many");
  await page.keyboard.press("Control+Enter");
  await expect(field(501)).toBeFocused();
});

/** Finds words as the browser's own search does, which no script can open. */
const findsInPage = (page: Page, words: string) =>
  page.evaluate((sought) => Reflect.get(window, "find").call(window, sought), words);

async function chooseCaptions(page: Page, language: string) {
  await player(page).hover();
  await player(page).getByRole("button", { name: "Captions" }).click();
  await page.getByRole("menuitemradio", { name: language }).click();
}

const secondOf = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const seek = (page: Page, to: number) =>
  video(page).evaluate((element: HTMLVideoElement, seconds) => {
    element.currentTime = seconds;
  }, to);

const putCaret = (field: Locator, at: number) =>
  field.evaluate((element: HTMLTextAreaElement, place) => {
    element.focus();
    element.setSelectionRange(place, place);
  }, at);

const line = (page: Page, number: number) =>
  page.getByRole("textbox", { name: `Line ${number}`, exact: true });
const cardOf = (page: Page, language: string) =>
  page.getByRole("region", { name: `Subtitle: ${language}` });
const player = (page: Page) => page.getByRole("region", { name: /^Player: / });
const video = (page: Page) => page.locator("video[aria-label]");
