import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { MediaToken } from "#contract/recordings.ts";
import { SubtitleList, type SubtitleWithCues } from "#contract/subtitles.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import type { Person } from "#tests/e2e/support/people.ts";
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
import { test as withSpeech } from "#tests/e2e/support/speech-server.ts";
import { placesOf, type Said, soundOf, speakLines } from "#tests/e2e/support/spoken-loop.ts";
import { startOpenAi } from "#tests/stand-ins/openai.ts";
import { realEars } from "#tests/support/real-ears.ts";
import { fetchSpeechTools } from "#tests/support/speech-tools.ts";

const missing = await fetchSpeechTools();
const title = missing.length > 0 ? ` (not run: there is no ${missing.join(", ")} here)` : "";

/** The lines spoken into the microphone, over and over, with pauses of which one is long enough to end a piece. */
const lines = [
  { at: 0.5, text: "Hello everyone" },
  { at: 3, text: "Please open the window and look at the picture" },
  { at: 7.5, text: "When you are finished share the link with your friends" },
];
const LOOP_SECONDS = 17;
/** Sentences that the recogniser may choose, too, and must not hear. */
const others = ["The weather is cold in winter", "My dog likes long walks"];

const directory = mkdtempSync(join(tmpdir(), "kinora-speech-"));
const { ears, listen } = realEars(directory, [...lines.map(({ text }) => text), ...others]);
const spoken = missing.length > 0 ? undefined : await speakLines(directory, lines, LOOP_SECONDS);

const test = withSpeech.extend<object, { openai: ReturnType<typeof startOpenAi>; voice: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  voice: [async ({}, use) => use(spoken?.path ?? ""), { scope: "worker" }],
  openai: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const openai = startOpenAi({ ears });
      await use(openai);
      openai.stop();
    },
    { scope: "worker" },
  ],
});

test.use({ permissions: ["microphone", "camera"] });
test.afterAll(() => rmSync(directory, { recursive: true, force: true }));
test.skip(missing.length > 0, `there is no ${missing.join(", ")} here`);

test(`what is said into the recorder is captioned while it records, each word when it was said${title}`, async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await ask(page, person, "POST", "/subscriptions/subtitle-addon/enable");
  await openRecorder(page, person, { auto_save_to_cloud: true });
  // The same voice comes from the microphone and from the screen, each from when it was opened on: together an echo.
  await page.getByRole("switch", { name: "System audio" }).click();
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("switch", { name: /^Captions while I record/ }).click();
  await expect(page.getByRole("combobox", { name: "Spoken language" })).toContainText("English");
  await expectAccessible(page);
  await start(page);
  await expect(page.getByText("Your words are being written down.")).toBeVisible();
  await untilTimer(page, 3);
  await pauseAWhile(page, person);

  const { id } = await onlyRecording(page, person);
  // The longest sentence has to be over, and heard.
  await expect
    .poll(async () => (await captions(page, person, id)).cues.length, { timeout: 90_000 })
    .toBeGreaterThan(0);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`/video/${id}`);
  await elsewhere.getByRole("tab", { name: "Transcript" }).click();
  await expect(elsewhere.getByText("Written down while it is recorded")).toBeVisible();
  await elsewhere.close();
  // The recording goes on so long after the pause that each sentence is said whole once more.
  await untilTimer(page, 3 + LOOP_SECONDS + 5);
  await stop(page);
  await expectVerified(page);
  const status = async () => (await captions(page, person, id)).status;
  await expect.poll(status, { timeout: 60_000 }).toBe("ready");
  await whenReady(page, person, id);

  const truth = await whatWasSaid(page, person, id);
  const words = lines.flatMap(({ text }) => text.toLowerCase().split(" "));
  expect(new Set(truth.map(({ word }) => word))).toEqual(new Set(words));
  expectShown(await captions(page, person, id), truth);
});

/** Pauses until the server has all that was recorded before. */
async function pauseAWhile(page: Page, person: Person) {
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  let size = -1;
  await expect
    .poll(async () => {
      const before = size;
      size = (await onlyRecording(page, person)).size ?? 0;
      return size > 0 && size === before;
    })
    .toBe(true);
  await page.getByRole("button", { name: "Resume" }).click();
}

async function captions(page: Page, person: Person, id: string): Promise<SubtitleWithCues> {
  const { subtitles } = SubtitleList.parse(
    await ask(page, person, "GET", `/recordings/${id}/subtitles`),
  );
  const path = `/recordings/${id}/subtitles/${subtitles[0]?.id}`;
  return (await ask(page, person, "GET", path)) as SubtitleWithCues; // as the server's own tests have it
}

/** The words of every sentence that is whole in the recording, by what it sounds like. */
async function whatWasSaid(page: Page, person: Person, id: string): Promise<Said[]> {
  const { token } = MediaToken.parse(
    await ask(page, person, "POST", `/recordings/${id}/media-token`),
  );
  const answer = await fetch(`${person.origin}/api/recordings/${id}/stream?token=${token}`);
  const path = join(directory, "recorded.webm");
  await Bun.write(path, answer);
  const recorded = await soundOf(path);
  const said: Said[] = [];
  for (const { samples } of spoken?.voices ?? []) {
    const words = await listen(samples);
    for (const at of placesOf(samples, recorded))
      said.push(...words.map(({ word, start }) => ({ word, start: at + start })));
  }
  return said;
}

/** Seconds. */
const BESIDE = 0.3;

function expectShown({ cues }: SubtitleWithCues, truth: readonly Said[]) {
  const shown = cues.flatMap(({ start, end, text, words = [] }) =>
    words.map((word) => ({ ...word, cue: { start, end, text } })),
  );
  for (const { word, start } of truth) {
    const near = shown.find(
      ({ text, start: at }) =>
        text.toLowerCase().replace(/[^a-z']/g, "") === word && Math.abs(at - start) < BESIDE,
    );
    expect(near, `${word} at ${start.toFixed(2)}`).toBeDefined();
    expect(start).toBeGreaterThan((near?.cue.start ?? 0) - BESIDE);
    expect(start).toBeLessThan((near?.cue.end ?? 0) + BESIDE);
  }
}
