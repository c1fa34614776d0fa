import { type Browser, chromium } from "@playwright/test";
import { longRecording } from "#tests/support/long-recording.ts";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { atRest } from "./at-rest.ts";
import type { Bench } from "./bench.ts";

const PART = 1024 * 1024;
/** The bytes that a recorder has not sent yet when it stops: at most two seconds of a recording of this size. */
const LAST_PART = 128 * 1024;

export const stopToPlay = stopToPlayAfter(10, "10 s");
export const stopToPlayLong = stopToPlayAfter(600, "10 min");

/** The time from stopping until another browser, which opens the link at that moment, shows the moving picture. */
function stopToPlayAfter(seconds: number, words: string): Bench {
  return {
    work: `stop → link plays in another browser, ${words}`,
    unit: "ms",
    goal: { atMost: 1000 },
    rounds: 5,
    async prepare() {
      const stream = await longRecording(seconds);
      const dataDir = newDataDir();
      const server = await startServer({ DATA_DIR: dataDir, DEFAULT_PLAN: "Premium" });
      const token = await account(server.origin);
      const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM_PATH ?? "",
        args: ["--no-sandbox"],
      });
      return {
        ours: () => stopAndWatch({ origin: server.origin, token, stream, browser }),
        async close() {
          await browser.close();
          await server.kill("SIGTERM");
          removeDataDir(dataDir);
        },
      };
    },
  };
}

interface Watched {
  origin: string;
  token: string;
  stream: Uint8Array;
  browser: Browser;
}

async function stopAndWatch({ origin, token, stream, browser }: Watched): Promise<number> {
  const request = (path: string, init?: RequestInit) => fetch(new URL(path, origin), init);
  const tus = tusClient({ request }, token);
  const upload = created(await tus.create());
  const link = await share(origin, token, upload.recording);
  const almost = stream.length - LAST_PART;
  for (let offset = 0; offset < almost; offset += PART) {
    const bytes = stream.subarray(offset, Math.min(offset + PART, almost));
    await tus.patch(upload.url, { offset, bytes });
  }
  const page = await browser.newPage();
  await atRest(origin, token); // the round before this one had a recording, too

  const stopped = performance.now();
  const bytes = stream.subarray(almost);
  await tus.patch(upload.url, { offset: almost, bytes, length: stream.length });
  await page.goto(link, { waitUntil: "commit" });
  await page.waitForSelector("video", { state: "attached" });
  await page.evaluate(moving);
  const waited = performance.now() - stopped;
  await page.close();
  return waited;
}

async function moving() {
  const video = document.querySelector("video");
  if (!video) throw new Error("the player went away");
  video.muted = true;
  await video.play();
  while (video.currentTime === 0) await new Promise(requestAnimationFrame);
}

async function account(origin: string): Promise<string> {
  const person = { username: "Olga", email: "olga@example.org", password: "secret1" };
  return (await post(`${origin}/api/auth/register`, person)).token;
}

async function share(origin: string, token: string, recording: string): Promise<string> {
  const made = await post(`${origin}/api/recordings/${recording}/shares`, {}, token);
  return `${origin}/shared/${made.share_token}`;
}

async function post(url: string, body: object, token?: string) {
  const headers = {
    "Content-Type": "application/json",
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
