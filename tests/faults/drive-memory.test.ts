import { afterAll, expect, test, vi } from "vitest";
import { Session } from "#contract/auth.ts";
import { DriveConnection } from "#contract/drive.ts";
import { Recording } from "#contract/recordings.ts";
import { startDrive } from "#tests/stand-ins/google-drive.ts";
import { freePort } from "#tests/support/free-port.ts";
import { growthDuring, lengthOf } from "#tests/support/growth.ts";
import { largeForm } from "#tests/support/large-video.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";

const MB = 1024 * 1024;
const SIZE = 500 * MB;
const LIMIT = 64 * MB;

/** Memory is asked of the kernel, which only Linux answers this way. */
const measured = test.skipIf(process.platform !== "linux");

vi.setConfig({ testTimeout: 300_000 });
const port = freePort();
const origin = `http://127.0.0.1:${port}`;
const google = startDrive({ redirectUris: [`${origin}/auth/google-drive/callback`] });
const dataDir = usedDataDir();
const server = await startServer({
  ...google.env,
  DATA_DIR: dataDir,
  LOG_LEVEL: "error",
  PORT: String(port),
  PUBLIC_URL: origin,
});
afterAll(async () => {
  await server.kill("SIGTERM");
  google.stop();
  removeDataDir(dataDir);
});

measured("500 MB go to a drive, and are watched from there, in less than 64 MB", async () => {
  const token = await register();
  const call = (method: string, path: string, body?: object) =>
    fetch(`${origin}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const connect = async () => {
    const { auth_url } = await (await call("GET", "/google-drive/auth-url")).json();
    const answer = await call("POST", "/google-drive/callback", await google.allow(auth_url));
    expect(answer.status).toBe(200);
  };
  await connect();

  google.fail("open", { status: 503 });
  const { body, headers } = await largeForm(SIZE);
  const saved = await fetch(`${origin}/api/recordings/import`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, ...headers },
    body,
  });
  const { id } = Recording.parse(await saved.json());
  const read = async () => Recording.parse(await (await call("GET", `/recordings/${id}`)).json());
  const problem = async () =>
    DriveConnection.parse(await (await call("GET", "/google-drive")).json()).waiting.problem;
  await expect.poll(problem, { timeout: 120_000 }).toBe("drive_unavailable");

  google.heal();
  const sent = await growthDuring(server.pid, async () => {
    await connect();
    const where = async () => (await read()).storage_type;
    await expect.poll(where, { timeout: 120_000 }).toBe("google_drive");
  });
  expect(sent.growth).toBeLessThan(LIMIT);

  const watched = await growthDuring(server.pid, async () =>
    lengthOf(await call("GET", `/recordings/${id}/stream`)),
  );
  expect(watched.value).toBe((await read()).size);
  expect(watched.growth).toBeLessThan(LIMIT);
});

async function register(): Promise<string> {
  const response = await fetch(`${origin}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "Ada", email: "ada@example.com", password: "lovelace" }),
  });
  return Session.parse(await response.json()).token;
}
