import { expect } from "vitest";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import { type SignedIn, type TestApp, testApp } from "#tests/support/app.ts";
import { processed, saveVideo, videoForm } from "#tests/support/saving.ts";
import { spokenRecording } from "#tests/support/spoken-recording.ts";
import type { VideoName } from "#tests/support/videos.ts";

/** A server with these settings that does its work. */
export async function workingApp(
  settings: Record<string, string>,
  overrides: Parameters<typeof testApp>[1] = {},
): Promise<TestApp> {
  const app = await testApp(settings, overrides);
  await app.startJobs();
  return app;
}

/** A person with the add-on, which costs nothing where nothing is sold. */
export async function subscriberOf(app: TestApp): Promise<SignedIn> {
  const person = await app.person();
  await person.call("POST", "/subscriptions/subtitle-addon/enable");
  return person;
}

/** The first sentence, again and again. */
export async function spoken(person: SignedIn, at: number[], seconds: number): Promise<string> {
  const said = at.map((second) => ({ sentence: 0 as const, at: second }));
  const form = videoForm(await spokenRecording(said, seconds), "spoken.webm");
  const { id } = await (await person.call("POST", "/recordings", form)).json();
  await processed(person, id);
  return id;
}

export async function saved(person: SignedIn, name: VideoName): Promise<string> {
  const { id } = await saveVideo(person, name);
  await processed(person, id);
  return id;
}

export async function generate(
  person: SignedIn,
  recording: string,
  language = "en",
): Promise<string> {
  const answer = await person.call("POST", `/recordings/${recording}/subtitles`, { language });
  expect(answer.status).toBe(202);
  return (await answer.json()).id;
}

export async function ended(
  person: SignedIn,
  recording: string,
  id: string,
): Promise<SubtitleWithCues> {
  const read = async (): Promise<SubtitleWithCues> =>
    (await person.call("GET", `/recordings/${recording}/subtitles/${id}`)).json();
  const status = async () => (await read()).status;
  await expect.poll(status, { timeout: 45_000 }).toMatch(/ready|failed/);
  return read();
}

export async function transcribed(person: SignedIn, recording: string, language?: string) {
  return ended(person, recording, await generate(person, recording, language));
}
