import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { Session } from "#contract/auth.ts";
import { Recording } from "#contract/recordings.ts";
import { anyAddress } from "#tests/support/any-address.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const dataDir = usedDataDir();
const start = () => startServer({ DATA_DIR: dataDir, TRUST_PROXY: "on", LOG_LEVEL: "error" });
let server = await start();
vi.setConfig({ testTimeout: 90_000 });
afterAll(async () => {
  await server.kill("SIGTERM");
  removeDataDir(dataDir);
});

const request = (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init);
const token = await register();
const tus = tusClient({ request }, token);
const authorized = { headers: { Authorization: `Bearer ${token}` } };

test("a server killed in the middle of an upload goes on where it was, on the same link", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(65_536));
  const whole = Buffer.concat(Array.from({ length: 512 }, () => bytes)); // 32 MB: more than one step
  const { url, recording } = created(await tus.create({ length: whole.length }));
  await tus.patch(url, { offset: 0, bytes: whole.subarray(0, 1_000_000) });

  // The next part is on its way, its first step is safe, and then the server dies.
  const sent = Promise.withResolvers<void>();
  const slow = slowly(whole.subarray(1_000_000), 20_000_000, sent);
  const patch = tus.patch(url, {
    offset: 1_000_000,
    bytes: slow,
    contentLength: whole.length - 1_000_000,
  });
  const failed = patch.catch(() => undefined);
  await sent.promise;
  await expect.poll(() => tus.offset(url)).toBeGreaterThan(1_000_000);
  await server.kill("SIGKILL");
  await failed;
  server = await start();

  const offset = await tus.offset(url);
  expect(offset).toBeGreaterThan(16_000_000);
  await tus.patch(url, { offset, bytes: whole.subarray(offset) });
  const stream = await request(`/api/recordings/${recording}/stream`, authorized);
  expect(Buffer.from(await stream.arrayBuffer()).equals(whole)).toBe(true);
  await remove(recording);
});

test("a server killed in the middle of a saved file leaves neither row nor bytes", async () => {
  const head = await videoBytes("recorded.webm");
  const sent = Promise.withResolvers<void>();
  const boundary = "cut";
  const opening = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="a.webm"\r\n\r\n`,
  );
  const body = slowly(Buffer.concat([opening, head, new Uint8Array(4_000_000)]), 2_000_000, sent);
  const headers = {
    ...authorized.headers,
    "Content-Type": `multipart/form-data; boundary=${boundary}`,
  };
  const saving = request("/api/recordings", { method: "POST", headers, body }).catch(
    () => undefined,
  );
  await sent.promise;
  await expect.poll(() => files().length).toBeGreaterThan(0);
  await server.kill("SIGKILL");
  await saving;
  server = await start();
  expect(await library(), "recordings that are left").toEqual([]);
  await expect.poll(files, { timeout: 20_000 }).toEqual([]); // the first test's go as jobs
});

test("a server killed while it works on a recording finishes it after the next start", async () => {
  const form = new FormData();
  form.append("video", new File([Buffer.from(await videoBytes("recorded.webm"))], "a.webm"));
  const saved = await request("/api/recordings", { method: "POST", body: form, ...authorized });
  const { id } = Recording.parse(await saved.json());
  const bench = join(dataDir, "work", id);
  await expect.poll(() => existsSync(bench), { interval: 2 }).toBe(true);
  await server.kill("SIGKILL");
  server = await start();
  await expect
    .poll(async () => (await library())[0], { timeout: 60_000 })
    .toMatchObject({ id, status: "ready", playable: true });
  await remove(id);
  await expect.poll(files, { timeout: 20_000 }).toEqual([]);
});

/** Sends so many bytes, says so, and then waits for ever. */
function slowly(bytes: Uint8Array, until: number, sent: PromiseWithResolvers<void>) {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at >= until) {
        sent.resolve();
        return new Promise(() => {});
      }
      controller.enqueue(bytes.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}

async function library(): Promise<Recording[]> {
  const response = await request("/api/recordings", authorized);
  return (await response.json()).recordings;
}

/** Deletes it for good. */
async function remove(id: string): Promise<void> {
  for (const place of ["recordings", "trash"]) {
    const path = `/api/${place}/${id}`;
    expect((await request(path, { method: "DELETE", ...authorized })).status).toBe(200);
  }
}

/** All bytes that the object store holds, finished or not. */
function files(): string[] {
  const all = readdirSync(join(dataDir, "objects"), { recursive: true }).map(String);
  return all.filter((name) => /[0-9a-f-]{36}$/.test(name));
}

async function register(): Promise<string> {
  const response = await request("/api/auth/register", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": anyAddress() },
    body: JSON.stringify({
      username: "Ada",
      email: "ada@example.com",
      password: "a password of theirs",
    }),
  });
  return Session.parse(await response.json()).token;
}
