import { expect, type Page } from "@playwright/test";
import { defaultPreferences, type Preferences } from "#contract/account.ts";
import { MediaToken, Recording, RecordingList } from "#contract/recordings.ts";
import { distance } from "./distance.ts";
import { type Person, signIn } from "./people.ts";
import { expectPlays } from "./playback.ts";

/** Small pictures: what is tested is not how fast this machine encodes. */
const light = { ...defaultPreferences, recording_quality: "low" } as const;

/** The record screen of somebody who has chosen how to record. */
export async function openRecorder(page: Page, person: Person, chosen: Partial<Preferences> = {}) {
  await ask(page, person, "PUT", "/user/preferences", { ...light, ...chosen });
  await signIn(page, person);
  await page.goto(`${person.origin}/new-recording`);
  await expect(page.getByRole("heading", { level: 1, name: "New Recording" })).toBeVisible();
}

/** Records this long, and goes on. */
export async function record(
  page: Page,
  person: Person,
  seconds: number,
  chosen: Partial<Preferences> = {},
) {
  await openRecorder(page, person, chosen);
  await start(page);
  await untilTimer(page, seconds);
}

/** Presses record and waits until it runs. */
export async function start(page: Page) {
  await page.getByRole("button", { name: "Start recording" }).last().click();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
}

/** Records on until the recorder's own timer shows at least this. */
export async function untilTimer(page: Page, seconds: number) {
  await expect
    .poll(async () => secondsOf((await page.getByRole("timer").textContent()) ?? ""), {
      timeout: 90_000,
    })
    .toBeGreaterThanOrEqual(seconds);
}

export async function stop(page: Page) {
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("button", { name: "Download" })).toBeVisible();
}

/** Expects the title of the result. */
export const expectTitle = (page: Page, title: string | RegExp) =>
  expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText(title);

/** Gives the result another title, in its place. */
export async function retitle(page: Page, title: string) {
  await page.getByRole("button", { name: "Edit title" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.keyboard.press("Enter");
  await expectTitle(page, title);
}

/** The seconds that the recorder's clock said in the end. */
async function recordedSeconds(page: Page): Promise<number> {
  const written = await page.locator("time[datetime^=PT]").getAttribute("datetime");
  return Number(/^PT([\d.]+)S$/.exec(written ?? "")?.[1]);
}

/** Copies the link as a person does, and returns it. */
export async function copyLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The server holds every byte, and the bytes are the same. */
export async function expectVerified(page: Page) {
  await expect(page.getByText(/^(Verified|Saved and verified)$/)).toBeVisible({ timeout: 90_000 });
}

export async function onlyRecording(page: Page, person: Person): Promise<Recording> {
  const recordings = await recordingsOf(page, person);
  expect(recordings).toHaveLength(1);
  return Recording.parse(recordings[0]);
}

export async function recordingsOf(page: Page, person: Person): Promise<Recording[]> {
  return RecordingList.parse(await ask(page, person, "GET", "/recordings")).recordings;
}

/** Waits until the server has looked at the recording and made it seekable. */
export async function whenReady(page: Page, person: Person, id: string): Promise<Recording> {
  const read = async () => Recording.parse(await ask(page, person, "GET", `/recordings/${id}`));
  await expect.poll(async () => (await read()).status, { timeout: 90_000 }).toBe("ready");
  return read();
}

/**
 * Nothing is missing: what the server has is as long as what was recorded. A part is a second long; the
 * first and the last picture may come late where another takes the processor.
 */
export async function expectWhole(
  page: Page,
  person: Person,
  { within = 0.6 } = {},
): Promise<Recording> {
  const seconds = await recordedSeconds(page);
  const { id } = await onlyRecording(page, person);
  const recording = await whenReady(page, person, id);
  expect(Math.abs((recording.duration ?? 0) - seconds)).toBeLessThan(within);
  return recording;
}

/** Where the video really lands when it is sent to fractions of its length, and how long it says it is. */
export async function seek(page: Page, person: Person, id: string, fractions: number[]) {
  const media = await ask(page, person, "POST", `/recordings/${id}/media-token`);
  const source = `/api/recordings/${id}/stream?token=${MediaToken.parse(media).token}`;
  return page.evaluate(
    async ({ source, fractions }) => {
      const video = document.createElement("video");
      video.muted = true;
      const heard = (name: string) =>
        new Promise((resolve, reject) => {
          video.addEventListener(name, resolve, { once: true });
          video.addEventListener("error", () => reject(new Error(video.error?.message)));
          setTimeout(() => reject(new Error(`no ${name} within 30 s`)), 30_000);
        });
      const metadata = heard("loadedmetadata");
      video.src = source;
      await metadata;
      const landed: number[] = [];
      for (const fraction of fractions) {
        const seeked = heard("seeked");
        video.currentTime = fraction * video.duration;
        await seeked;
        landed.push(video.currentTime / video.duration);
      }
      return { duration: video.duration, landed };
    },
    { source, fractions },
  );
}

/** In a narrow window the recorder stands where the round button was, and covers nothing that is said or pressed. */
export async function expectRoomAtTheFoot(page: Page) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByRole("main").getByRole("link", { name: "Start recording" })).toBeHidden();
  await page.context().setOffline(true);
  const dock = page.getByRole("region", { name: "Recorder" });
  const notice = page.getByText(/^You are offline/);
  await expect.poll(() => distance(notice, dock), "once it has risen").toBeGreaterThan(0);
  await page.context().setOffline(false);
  await page.setViewportSize({ width: 768, height: 900 });
  const sidebar = await page.getByRole("complementary", { name: "Sidebar" }).boundingBox();
  const beside = await dock.boundingBox();
  expect(beside?.x).toBeGreaterThan((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
  if (before) await page.setViewportSize(before);
}

/** Somebody opens the link: the picture moves. */
export async function expectLinkPlays(page: Page, link: string) {
  await page.goto(link);
  await expectPlays(page);
}

export async function ask(
  page: Page,
  person: Pick<Person, "origin" | "token">,
  method: "GET" | "POST" | "PUT",
  path: string,
  data?: unknown,
): Promise<unknown> {
  const response = await page.request.fetch(`${person.origin}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${person.token}` },
    ...(data !== undefined && { data }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()}`);
  return response.json();
}

export function secondsOf(text: string): number {
  const [, minutes, seconds] = /^(\d+):(\d\d)$/.exec(text.trim()) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}
