import { join } from "node:path";
import { prepareVideo } from "#api/media/prepare.ts";
import { Session } from "#contract/auth.ts";
import { Recording } from "#contract/recordings.ts";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import { videoBytes, videoPath } from "#tests/support/videos.ts";
import type { Bench } from "./bench.ts";

const FILES = 30;

/** The time from the first byte sent until the last file is ready, beside preparing the same files one by one. */
export const importing: Bench = {
  work: `${FILES} small imports → all ready`,
  unit: "s",
  goal: { atMost: 1.5 },
  rounds: 3,
  async prepare() {
    const dataDir = newDataDir();
    const server = await startServer({ DATA_DIR: dataDir, DEFAULT_PLAN: "Premium" });
    const { token } = Session.parse(
      await call(server.origin, "/auth/register", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ username: "Ida", email: "ida@example.org", password: "secret1" }),
      }),
    );
    const headers = { Authorization: `Bearer ${token}` };
    const file = new File([Buffer.from(await videoBytes("recorded.webm"))], "small.webm");
    return {
      ours: () => seconds(() => importAll(server.origin, headers, file)),
      baseline: () => seconds(() => prepareAll(dataDir)),
      async close() {
        await server.kill("SIGTERM");
        removeDataDir(dataDir);
      },
    };
  },
};

async function importAll(origin: string, headers: HeadersInit, file: File): Promise<void> {
  const ids: string[] = [];
  for (let count = 0; count < FILES; count++) {
    const body = new FormData();
    body.append("video", file);
    const answer = await call(origin, "/recordings/import", { method: "POST", headers, body });
    ids.push(Recording.parse(answer).id);
  }
  for (const id of ids) await ready(origin, headers, id);
}

async function ready(origin: string, headers: HeadersInit, id: string): Promise<void> {
  for (;;) {
    const { status } = Recording.parse(await call(origin, `/recordings/${id}`, { headers }));
    if (status === "ready") return;
    if (status === "failed") throw new Error("An import failed");
    await Bun.sleep(20);
  }
}

async function prepareAll(directory: string): Promise<void> {
  for (let count = 0; count < FILES; count++)
    await prepareVideo(videoPath("recorded.webm"), join(directory, "prepared.webm"));
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function call(origin: string, path: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(`${origin}/api${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
