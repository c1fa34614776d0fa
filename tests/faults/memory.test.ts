import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { Session } from "#contract/auth.ts";
import { IMPORT_TOO_LARGE, MediaToken, Recording } from "#contract/recordings.ts";
import { growthDuring, lengthOf } from "#tests/support/growth.ts";
import { largeForm, largeVideo } from "#tests/support/large-video.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { created, tusClient } from "#tests/support/tus.ts";

const MB = 1024 * 1024;
const SIZE = 500 * MB;
const LIMIT = 64 * MB;

/** Memory is asked of the kernel, which only Linux answers this way. */
const measured = test.skipIf(process.platform !== "linux");

vi.setConfig({ testTimeout: 180_000 });
const dataDir = usedDataDir();
const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
afterAll(async () => {
  await server.kill("SIGTERM");
  removeDataDir(dataDir);
});
const request = (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init);
const token = await register(request);
const headers = { Authorization: `Bearer ${token}` };

/** Watches by a token, under which the file stays what it is when the work on it ends. */
const watch = async (id: string) => {
  const made = await request(`/api/recordings/${id}/media-token`, { method: "POST", headers });
  const { token } = MediaToken.parse(await made.json());
  await expect.poll(() => statusOf(id), { timeout: 90_000 }).toBe("ready"); // nobody else uses memory then
  return growthDuring(server.pid, async () =>
    lengthOf(await request(`/api/recordings/${id}/stream?token=${token}`)),
  );
};

measured("500 MB that come as a form, and are watched, pass in less than 64 MB", async () => {
  const { body, headers: type } = await largeForm(SIZE);
  const save = () =>
    request("/api/recordings/import", {
      method: "POST",
      headers: { ...headers, ...type },
      body,
    });
  const { value: saved, growth } = await growthDuring(server.pid, save);
  const recording = Recording.parse(await saved.json());
  expect(recording.size).toBe(SIZE);
  expect(growth).toBeLessThan(LIMIT);

  const watched = await watch(recording.id);
  expect(watched.value).toBe(SIZE);
  expect(watched.growth).toBeLessThan(LIMIT);
});

measured("one byte more is refused while it flows, and leaves nothing", async () => {
  const { body, headers: type } = await largeForm(SIZE + 1);
  const before = readdirSync(join(dataDir, "objects"), { recursive: true }).length;
  const response = await request("/api/recordings/import", {
    method: "POST",
    headers: { ...headers, ...type },
    body,
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ error: IMPORT_TOO_LARGE });
  expect(readdirSync(join(dataDir, "objects"), { recursive: true })).toHaveLength(before);
});

measured(
  "500 MB that come in one part of an upload, and are watched, pass in less than 64 MB",
  async () => {
    const tus = tusClient({ request }, token);
    const bytes = await largeVideo(SIZE);
    const { url, recording } = created(await tus.create({ length: SIZE }));
    const sent = await growthDuring(server.pid, () =>
      tus.patch(url, { offset: 0, bytes, contentLength: SIZE }),
    );
    expect(sent.value.status).toBe(204);
    expect(sent.growth).toBeLessThan(LIMIT);

    const watched = await watch(recording);
    expect(watched.value).toBe(SIZE);
    expect(watched.growth).toBeLessThan(LIMIT);
  },
);

async function statusOf(id: string): Promise<string> {
  const answer = await request(`/api/recordings/${id}`, { headers });
  return Recording.parse(await answer.json()).status;
}

async function register(request: (path: string, init: RequestInit) => Promise<Response>) {
  const person = { username: "Ada", email: "ada@example.com", password: "a password of theirs" };
  const response = await request("/api/auth/register", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(person),
  });
  return Session.parse(await response.json()).token;
}
