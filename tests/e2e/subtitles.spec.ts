import { expect, type Page } from "@playwright/test";
import { newRecording, newShare, newSubtitle } from "#tests/e2e/support/belongings.ts";
import { type Person, signIn } from "#tests/e2e/support/people.ts";
import {
  ask,
  expectVerified,
  onlyRecording,
  openRecorder,
  start,
  stop,
  untilTimer,
  whenReady,
} from "#tests/e2e/support/recorder.ts";
import { test } from "#tests/e2e/support/speech-server.ts";
import { openSubtitles } from "#tests/e2e/support/subtitles.ts";
import type { OpenAiStandIn } from "#tests/stand-ins/openai.ts";
import { spokenRecording } from "#tests/support/spoken-recording.ts";

// One test after the other, in one browser: side by side, each would start a server of this kind.
test.describe.configure({ mode: "default" });

test.use({ permissions: ["microphone", "camera"] });

test("what is said while recording is captioned, corrected and found", async ({
  page,
  newPerson,
  openai,
}) => {
  const person = await newPerson();
  const id = await recordSpeech(page, person);
  await page.goto(`/video/${id}`);
  await unlock(page);
  await page.goto(`/video/${id}`);
  await openSubtitles(page);
  openai.failNext("refused");
  await page.getByRole("button", { name: "Generate" }).click();
  await expect(card(page)).toContainText("Something went wrong reading your request");
  await card(page).getByRole("button", { name: "Retry" }).click();
  await expect(card(page)).toContainText("Automatic", { timeout: 90_000 });

  await page.getByRole("button", { name: "Transcript", exact: true }).click();
  const transcript = page.getByRole("region", { name: "Transcript", exact: true });
  await transcript.getByText("One two three").first().click();
  await showCaptions(page);
  await expect(player(page).getByText("One two three")).toBeVisible();

  await edit(page, "The red button");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Subtitle saved")).toBeVisible();
  await expect(player(page).getByText("The red button")).toBeVisible();
  await expect(card(page)).toContainText("Edited");
  await find(page, "red button");
  await expect(page).toHaveURL(new RegExp(`/video/${id}\\?t=`));
  await expect(player(page).getByText("The red button")).toBeVisible();
  await fillGap(page, person, openai);
});

test("whoever has a link to edit corrects subtitles, and of two who do, none is written over unasked", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  const [owner, editor] = [await newPerson(), await newPerson()];
  const recording = await newRecording(owner, "How we ship");
  await newSubtitle(owner, recording, "en", "WEBVTT\n\n00:00.000 --> 00:02.000\nWe sip.\n");
  const [forEditing, forWatching] = await Promise.all(
    (["edit", "view"] as const).map((permission_type) =>
      newShare(owner, recording, { permission_type }),
    ),
  );
  await signIn(page, owner);
  await page.goto(`/video/${recording.id}`);
  await edit(page, "We slip.");

  const elsewhere = await newBrowser();
  await signIn(elsewhere, editor);
  await elsewhere.goto(`/shared/${forWatching?.share_token}`);
  await expect(elsewhere.getByRole("tab", { name: "Transcript" })).toBeVisible();
  await expect(elsewhere.getByRole("button", { name: "Subtitles", exact: true })).toBeHidden();
  await elsewhere.goto(`/shared/${forEditing?.share_token}`);
  await edit(elsewhere, "We ship.");
  await elsewhere.keyboard.press("Control+s");
  await expect(elsewhere.getByText("Subtitle saved")).toBeVisible();
  // Captions are shown also to a visitor who is sent to the very beginning, and has not played the video.
  await elsewhere.goto(`/shared/${forEditing?.share_token}?t=0`);
  await showCaptions(elsewhere);
  await expect(player(elsewhere).getByText("We ship.")).toBeVisible();

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Load theirs, drop mine" }).click();
  await expect(line(page)).toHaveValue("We ship.");
  await line(page).fill("We ship it.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await elsewhere.getByRole("tab", { name: "Transcript" }).click();
  await expect(elsewhere.getByRole("list", { name: "Transcript" })).toContainText("We ship it.");
});

async function recordSpeech(page: Page, person: Person): Promise<string> {
  await ask(page, person, "POST", "/subscriptions/subtitle-addon/enable");
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("switch", { name: /^Captions while I record/ }).click();
  // The add-on that captions need ends while the recording begins.
  await page.route("**/api/uploads", async (route) => {
    await ask(page, person, "POST", "/subscriptions/subtitle-addon/disable");
    await route.continue();
  });
  await start(page);
  await expect(page.getByText("No captions: Subtitle add-on is not enabled.")).toBeVisible();
  await untilTimer(page, 5);
  await stop(page);
  await expectVerified(page);
  const { id } = await onlyRecording(page, person);
  await whenReady(page, person, id);
  return id;
}

/** One of two parts fails: the rest can be read, and only the missing part is asked for again. */
async function fillGap(page: Page, person: Person, openai: OpenAiStandIn) {
  const said = [1, 40].map((at) => ({ sentence: 0 as const, at }));
  const sound = Buffer.from(await spokenRecording(said, 45));
  const { id } = await newRecording(person, "Two sentences", new Blob([sound]));
  await page.goto(`/video/${id}`);
  await openSubtitles(page);
  openai.failNext("refused");
  const before = openai.requests();
  await page.getByRole("button", { name: "Generate" }).click();
  const lines = card(page).getByRole("list", { name: "Transcript" }).getByText("One two three");
  await expect(lines).toHaveCount(1, { timeout: 90_000 });
  await expect(card(page)).toContainText("Some of it is missing:");
  await expect(card(page)).toContainText("refused the sound: Something went wrong");
  expect(openai.requests() - before).toBe(2);
  await card(page).getByRole("button", { name: "Retry" }).click();
  await expect(lines).toHaveCount(2, { timeout: 90_000 });
  await expect(card(page)).not.toContainText("Some of it is missing");
  expect(openai.requests() - before).toBe(3);
}

/** Looks for words that were said, in the library and in the palette, and opens the video there. */
async function find(page: Page, words: string) {
  await page.goto("/my-recordings");
  await page.getByRole("searchbox").fill(words);
  await expect(page.getByRole("list", { name: "Said in this recording" })).toContainText(words);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /find a recording/ }).fill(words);
  await page.getByRole("option", { name: new RegExp(words) }).click();
}

/** Goes from the locked promotion to the add-on. */
async function unlock(page: Page) {
  await openSubtitles(page);
  await expect(page.getByRole("button", { name: "Generate" })).toBeHidden();
  await page.getByRole("link", { name: "Unlock subtitles" }).click();
  await page.getByRole("switch", { name: /^Subtitles/ }).click();
  await expect(page.getByText("Subtitle add-on enabled!")).toBeVisible();
}

/** Opens the editor and writes the first line anew. */
async function edit(page: Page, text: string) {
  await openSubtitles(page);
  const head = card(page).getByRole("button", { name: /^English/ });
  // A subtitle that was made here is open already.
  if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
  await page.getByRole("radio", { name: "Edit" }).click();
  await line(page).fill(text);
}

async function showCaptions(page: Page) {
  await player(page).hover();
  await player(page).getByRole("button", { name: "Captions" }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
}

const card = (page: Page) => page.getByRole("region", { name: "Subtitle: English" });
const player = (page: Page) => page.getByRole("region", { name: /^Player: / });
const line = (page: Page) => page.getByRole("textbox", { name: "Line 1", exact: true });
