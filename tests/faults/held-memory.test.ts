import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { Session } from "#contract/auth.ts";
import { MediaToken, Recording } from "#contract/recordings.ts";
import { Share } from "#contract/shares.ts";
import { Subtitle } from "#contract/subtitles.ts";
import { largeSubtitle } from "#tests/support/large-subtitle.ts";
import { videoForm } from "#tests/support/saving.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { videoBytes } from "#tests/support/videos.ts";

const MB = 1024 * 1024;
const MOST = 400 * MB;

/** Memory is asked of the kernel, which only Linux answers this way. */
const measured = test.skipIf(process.platform !== "linux");

vi.setConfig({ testTimeout: 180_000 });
const dataDir = usedDataDir();
const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
const { hostname, port } = new URL(server.origin);
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await server.kill("SIGTERM");
  removeDataDir(dataDir);
});

const person = { username: "Ada", email: "ada@example.com", password: "a password of theirs" };
const { token } = Session.parse(await ask("/auth/register", person));
const form = videoForm(await videoBytes("recorded.webm"), "recorded.webm");
const recording = Recording.parse(await ask("/recordings", form)).id;
const subtitles = `/recordings/${recording}/subtitles`;
const uploaded = Subtitle.parse(await ask(`${subtitles}/upload`, { content: largeSubtitle() }));

measured("a hundred guests that ask for megabytes of subtitles and read nothing", async () => {
  const link = Share.parse(await ask(`/recordings/${recording}/shares`, {})).share_token;
  const media = await fetch(`${server.origin}/api/recordings/${recording}/media-token`, {
    method: "POST",
    headers: { "X-Share-Token": link },
  });
  const pass = MediaToken.parse(await media.json()).token;
  const forms = ["", "/track", "/download"];
  for (let n = 0; n < 100; n++)
    open(`GET /api${subtitles}/${uploaded.id}${forms[n % 3]}?token=${pass}&share=${link}`);
  await expectCalls(() => peak() < MOST);
});

measured("six hundred bodies of megabytes that stay where they are", async () => {
  const bytes = Buffer.alloc(1_900_000, "x");
  const calls = [
    `PUT /api${subtitles}/${uploaded.id}`,
    "POST /api/upload-speed",
    "POST /api/auth/login",
    "PATCH /api/uploads/c0ffee00-0000-4000-8000-000000000000",
  ];
  for (let n = 0; n < 600; n++) {
    const type = n % 2 === 0 ? "application/json" : "application/offset+octet-stream";
    open(
      calls[n % 4] ?? "",
      [`Content-Type: ${type}`, "Content-Length: 2000000", `Authorization: Bearer ${token}`],
      bytes,
    );
  }
  await expectCalls(() => peak() < MOST);
});

measured("a form whose parts nobody asked for", async () => {
  const parts = new FormData();
  for (let n = 0; n < 48; n++) parts.set(`file ${n}`, new Blob(["x".repeat(5 * MB)]));
  parts.set("file", new Blob(["1\n00:00:01,000 --> 00:00:02,000\nHello\n"]));
  expect(Subtitle.parse(await ask(`${subtitles}/upload`, parts)).content).toContain("Hello");
  expect(peak()).toBeLessThan(MOST);
});

/** Calls of others are answered meanwhile, and the most memory that the process ever held is bounded. */
async function expectCalls(isBounded: () => boolean): Promise<void> {
  await expect.poll(() => sockets.every(({ bytesWritten }) => bytesWritten > 0)).toBe(true);
  for (let n = 0; n < 20; n++) expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  const ready = await fetch(`${server.origin}/readyz`);
  expect(ready.status).toBe(200);
  await rest();
  expect(isBounded(), `${Math.round(peak() / MB)} MB`).toBe(true);
}

/** Waits until memory grows no more for two seconds. */
async function rest(): Promise<void> {
  for (let [before, same] = [0, 0]; same < 20; ) {
    const now = memory("VmRSS");
    same = Math.abs(now - before) < MB ? same + 1 : 0;
    before = now;
    await Bun.sleep(100);
  }
}

function open(line: string, headers: string[] = [], body?: Uint8Array): void {
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {}); // refused, or ended, which is no fault
  sockets.push(socket);
  socket.write([`${line} HTTP/1.1`, "Host: x", ...headers, "", ""].join("\r\n"));
  if (body) socket.write(body);
}

async function ask(path: string, body: FormData | object): Promise<unknown> {
  const isForm = body instanceof FormData;
  const headers = new Headers(isForm ? {} : { "Content-Type": "application/json" });
  if (path !== "/auth/register") headers.set("Authorization", `Bearer ${token}`);
  const init = { method: "POST", headers, body: isForm ? body : JSON.stringify(body) };
  const answer = await fetch(`${server.origin}/api${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const peak = () => memory("VmHWM");

function memory(what: string): number {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(new RegExp(`^${what}:\\s+(\\d+)`, "m").exec(status)?.[1]) * 1024;
}
