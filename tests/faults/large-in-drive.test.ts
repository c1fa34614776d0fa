import { afterAll, expect, test, vi } from "vitest";
import { Session } from "#contract/auth.ts";
import { DriveConnection } from "#contract/drive.ts";
import { Recording } from "#contract/recordings.ts";
import { startDrive } from "#tests/stand-ins/google-drive.ts";
import { freePort } from "#tests/support/free-port.ts";
import { growthDuring } from "#tests/support/growth.ts";
import { largeForm } from "#tests/support/large-video.ts";
import { pathWith } from "#tests/support/programs.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";

const MB = 1024 * 1024;
const SIZE = 500 * MB;
const LIMIT = 64 * MB;

/** Memory is asked of the kernel, which only Linux answers this way. */
const measured = test.skipIf(process.platform !== "linux");

vi.setConfig({ testTimeout: 600_000 });
const port = freePort();
const origin = `http://127.0.0.1:${port}`;
const google = startDrive({ redirectUris: [`${origin}/auth/google-drive/callback`] });
const dataDir = usedDataDir();
const start = () =>
  startServer({
    ...google.env,
    DATA_DIR: dataDir,
    DEFAULT_PLAN: "Pro",
    LOG_LEVEL: "error",
    PATH: pathWith("unshare", "test"), // a film that no ffmpeg converts is kept as it came, to the last byte
    PORT: String(port),
    PUBLIC_URL: origin,
  });
let server = await start();
afterAll(async () => {
  await server.kill("SIGTERM");
  google.stop();
  removeDataDir(dataDir);
});

const patience = { timeout: 180_000 };
const token = await register();
const headers = { Authorization: `Bearer ${token}` };
const call = (method: string, path: string, body?: object) =>
  fetch(`${origin}/api${path}`, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

async function connect() {
  const { auth_url } = await (await call("GET", "/google-drive/auth-url")).json();
  const answer = await call("POST", "/google-drive/callback", await google.allow(auth_url));
  expect(answer.status).toBe(200);
}

const read = async (id: string) =>
  Recording.parse(await (await call("GET", `/recordings/${id}`)).json());
const lies = (id: string, place: string) =>
  expect.poll(async () => (await read(id)).storage_type, patience).toBe(place);
const move = async (id: string, storage_type: "s3" | "google_drive") =>
  expect((await call("POST", `/recordings/${id}/move`, { storage_type })).status).toBe(202);

/** The size and checksum of the bytes that a player gets, from end to end. */
async function watch(id: string) {
  const sha256 = new Bun.CryptoHasher("sha256");
  let size = 0;
  for await (const chunk of (await call("GET", `/recordings/${id}/stream`)).body ?? []) {
    sha256.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: sha256.digest("hex") };
}

const fewerThan64MB = async (act: () => Promise<void>) =>
  expect((await growthDuring(server.pid, act)).growth).toBeLessThan(LIMIT);

/** The checksum of the newest video in the drive: moved ones stay for a while, for those who watch them there. */
const newest = () => google.videos().at(-1)?.content?.sha256;

measured(
  "500 MB go to a drive and are watched from there, move here and back, in less than 64 MB; and a kill in the middle of a move loses nothing",
  async () => {
    await connect();
    await call("PUT", "/user/preferences", { preferred_storage: "google_drive" });
    google.fail("open", { status: 503 });
    const form = await largeForm(SIZE, "xvid.avi");
    const saved = await fetch(`${origin}/api/recordings/import`, {
      method: "POST",
      headers: { ...headers, ...form.headers },
      body: form.body,
    });
    const { id } = Recording.parse(await saved.json());
    const problem = async () =>
      DriveConnection.parse(await (await call("GET", "/google-drive")).json()).waiting.problem;
    await expect.poll(problem, patience).toBe("drive_unavailable");
    const whole = await watch(id);
    expect(whole.size).toBe(SIZE);

    google.heal();
    await fewerThan64MB(async () => {
      await connect();
      await lies(id, "google_drive");
    });
    expect(newest()).toBe(whole.sha256);
    await fewerThan64MB(async () => expect(await watch(id)).toEqual(whole));

    await fewerThan64MB(async () => {
      await move(id, "s3");
      await lies(id, "local");
    });

    await fewerThan64MB(async () => {
      google.fail("chunk", { status: 404 }, 1); // the session is lost: it begins again
      await move(id, "google_drive");
      await lies(id, "google_drive");
    });
    expect(newest()).toBe(whole.sha256);

    const files = google.videos().length;
    await move(id, "s3");
    const percent = async () => (await read(id)).moving?.percent ?? 0;
    await expect.poll(percent, { ...patience, interval: 20 }).toBeGreaterThan(5);
    await server.kill("SIGKILL");
    server = await start();
    expect(await read(id)).toMatchObject({ storage_type: "google_drive", moving: { to: "s3" } });
    const watched = watch(id); // on its way again, it plays from where it still is
    await lies(id, "local");
    expect(await watched).toEqual(whole);
    expect(await watch(id)).toEqual(whole);
    expect((await read(id)).moving).toBeNull();
    expect(google.videos()).toHaveLength(files);
  },
);

async function register(): Promise<string> {
  const response = await fetch(`${origin}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "Ada", email: "ada@example.com", password: "lovelace" }),
  });
  return Session.parse(await response.json()).token;
}
