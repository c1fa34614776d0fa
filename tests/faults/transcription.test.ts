import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import { startOpenAi } from "#tests/stand-ins/openai.ts";
import { hear } from "#tests/stand-ins/openai-ears.ts";
import { growthDuring } from "#tests/support/growth.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { videoForm } from "#tests/support/saving.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { spokenSound } from "#tests/support/spoken.ts";
import { largeSpokenFile, spokenRecording } from "#tests/support/spoken-recording.ts";
import { register } from "./people.ts";
import { superuserOf } from "./world.ts";

vi.setConfig({ testTimeout: 180_000 });
const openai = startOpenAi();
const dataDir = usedDataDir();
const start = () =>
  startServer({
    ...{ DATA_DIR: dataDir, LOG_LEVEL: "error", TRUST_PROXY: "on" },
    ...{ OPENAI_BASE_URL: openai.url, TRANSCRIPTION_MODEL: "whisper-1" },
  });
let server = await start();
afterAll(async () => {
  openai.stop();
  await server.kill("SIGTERM");
  removeDataDir(dataDir);
});

const token = await register(server.origin);

async function ask<T>(method: string, path: string, body?: BodyInit): Promise<T> {
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  const init = { method, headers, ...(body && { body }) };
  const answer = await fetch(`${server.origin}/api${path}`, init);
  expect(answer.status, path).toBeLessThan(300);
  return answer.json();
}

await ask("POST", "/subscriptions/subtitle-addon/enable");

/** A recording that is ready. */
async function saved(bytes: Uint8Array): Promise<string> {
  const { id } = await ask<Recording>("POST", "/recordings", videoForm(bytes, "spoken.webm"));
  const status = async () => (await ask<Recording>("GET", `/recordings/${id}`)).status;
  await expect.poll(status, { timeout: 120_000 }).toBe("ready");
  return id;
}

const HOUR = 3600;
/** For an hour somebody says something every half a minute, later now and then. */
const said = [
  ...Array.from({ length: 120 }, (_, index) => 5 + 29.5 * index),
  ...Array.from({ length: 12 }, (_, index) => HOUR + 300 + 550 * index),
];

/** Beside what was said, what models now and then say of nothing: blanks, what overlaps, what comes after the end. */
openai.answerWith((answer) => ({
  ...answer,
  segments: (answer.segments ?? []).map((segment) => ({ ...segment, end: segment.end + 99 })),
  words: [
    ...(answer.words ?? []),
    { word: "  ", start: 0, end: answer.duration },
    { word: "Bye", start: answer.duration + 5, end: answer.duration + 6 },
  ],
}));

test("three hours are transcribed in parts, each once, though the service fails and the server is killed half-way", async () => {
  const sentences = said.map((at) => ({ sentence: 0 as const, at }));
  const recording = await saved(await spokenRecording(sentences, 3 * HOUR));
  openai.pauseAfter(8);
  openai.failNext("busy", "broken", "cut", "nonsense");
  const asked = await ask<SubtitleWithCues>("POST", `/recordings/${recording}/subtitles`, "{}");
  const its = `/recordings/${recording}/subtitles/${asked.id}`;
  const read = () => ask<SubtitleWithCues>("GET", its);
  // All that was answered is kept, and can be read.
  const answered = () => openai.calls.reduce((sum, { file }) => sum + file.sound.loud.length, 0);
  await expect.poll(() => openai.calls.length, { timeout: 120_000 }).toBe(8);
  await expect.poll(async () => (await read()).cues.length, { timeout: 30_000 }).toBe(answered());
  expect(await read()).toMatchObject({ status: "running", gaps: [] });
  await server.kill("SIGKILL");
  server = await start();
  openai.resume();

  await expect.poll(async () => (await read()).status, { timeout: 120_000 }).toBe("ready");
  const { cues, gaps } = await read();
  expect(gaps).toEqual([]);
  expect(openai.calls.length).toBeGreaterThan(15);
  expect(openai.atOnce(), "some parts at the same time").toBe(3);
  expect(answered(), "nothing was transcribed twice").toBe(said.length);
  expect(cues).toHaveLength(said.length);
  const sound = await hear(Bun.file(spokenSound.path));
  const delay = (sound?.loud[0]?.start ?? 0) - (spokenSound.said[0]?.start ?? 0);
  for (const [index, at] of said.entries())
    expect(Math.abs((cues[index]?.start ?? 0) - at - delay)).toBeLessThan(0.05);
});

const MB = 1024 * 1024;
const LARGE = 1024 * MB;

/** Places a recording as if it had been made and prepared here: the cost of that is another test's. */
async function placed(path: string, seconds: number): Promise<string> {
  const superuser = superuserOf(dataDir);
  const key = path.slice(join(dataDir, "objects/").length);
  const [owner] = await superuser`select id from public.users`;
  const size = Bun.file(path).size;
  const id = await insertRecording(superuser, String(owner?.id), { duration: seconds, size });
  await superuser`
    update public.recordings set store = 'disk', storage_key = ${key} where id = ${id}
  `;
  await superuser.end();
  return id;
}

/** Memory is asked of the kernel, which only Linux answers this way. */
test.skipIf(process.platform !== "linux")(
  "a recording of 1 GB is transcribed in less than 100 MB of the server's memory",
  async () => {
    const path = join(dataDir, "objects/aa/aa-large");
    await mkdir(join(dataDir, "objects/aa"), { recursive: true });
    const seconds = 2000;
    const at = Array.from({ length: 20 }, (_, index) => 5 + 100 * index);
    const sentences = at.map((second) => ({ sentence: 0 as const, at: second }));
    await largeSpokenFile(path, sentences, { seconds, bytes: LARGE });
    expect(Bun.file(path).size).toBeGreaterThan(LARGE);
    const recording = await placed(path, seconds);
    const { growth } = await growthDuring(server.pid, async () => {
      const asked = await ask<SubtitleWithCues>("POST", `/recordings/${recording}/subtitles`, "{}");
      const its = `/recordings/${recording}/subtitles/${asked.id}`;
      const status = async () => (await ask<SubtitleWithCues>("GET", its)).status;
      await expect.poll(status, { timeout: 120_000, interval: 100 }).toBe("ready");
      expect((await ask<SubtitleWithCues>("GET", its)).cues).toHaveLength(at.length);
    });
    expect(growth).toBeLessThan(100 * MB);
  },
);
