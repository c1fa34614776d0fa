import pino from "pino";
import { expect, test } from "vitest";
import { readEnv } from "#api/env.ts";
import { EMBEDDED_KEY } from "#api/platform/embedded/realtime/endpoint.ts";
import { LIMITS } from "#api/platform/embedded/realtime/limits.ts";
import { serve } from "#api/serve.ts";
import { testApp } from "#tests/support/app.ts";
import { insertRecording, insertRecordings } from "#tests/support/recordings.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const DATA_DIR = temporaryDirectory();

/** The running server, and the lines that its start writes into the log. */
async function started(settings: Record<string, string> = {}) {
  const env = readEnv({ PORT: "0", DATA_DIR, ...settings });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const running = await serve(env, log, { webDirectory: temporaryDirectory() });
  return { running, said: [...lines] };
}

test("no network takes all the places of websockets, and a proxy says whose they are", async () => {
  const { running } = await started({ TRUST_PROXY: "true" });
  const url = new URL(`/realtime/v1/websocket?apikey=${EMBEDDED_KEY}&vsn=2.0.0`, running.url);
  const address = url.href.replace("http", "ws");
  const from = (visitor: string) => ({ headers: { "X-Forwarded-For": visitor } });
  const opened = Array.from({ length: LIMITS.socketsFrom[0] ?? 0 }, () => {
    const socket = new WebSocket(address, from("203.0.113.7") as never); // Bun's takes headers, the browser's types do not know
    return new Promise((resolve) => {
      socket.onopen = resolve;
    });
  });
  await Promise.all(opened);
  expect((await fetch(url, from("203.0.113.7"))).status).toBe(429);
  expect((await fetch(url, from("203.0.113.8"))).status).toBe(426);
  await running.close();
});

test("an empty server says who will run it, and says it no more once there is somebody", async () => {
  const first = await started();
  expect(first.said).toContain("nobody has an account yet: the first one becomes super admin");
  const registered = await fetch(`${first.running.url}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "Ada", email: "ada@example.com", password: "lovelace" }),
  });
  expect(await registered.json()).toMatchObject({ user: { role: "super_admin" } });
  await first.running.close();

  const second = await started();
  expect(second.said.join()).not.toContain("super admin");
  await second.running.close();
});

test("recordings in a store that is not set up any more are named at the start, others are not", async () => {
  const { database, person } = await testApp();
  const ada = await person();
  await insertRecording(database.pool, ada.id);
  await insertRecordings(
    database.pool,
    ada.id,
    ["disk", "s3", "s3"].map((store, n) => ({ store, storage_key: `key-${n}` })),
  );
  const { running, said } = await started({ DATABASE_URL: database.url });
  expect(said.filter((line) => line.includes("recordings lie"))).toEqual([
    "recordings lie in s3, which is not set up here: nobody can play them (2)",
  ]);
  await running.close();
});

test("a request whose Host is no name is answered like one for another server", async () => {
  const { running } = await started();
  const withHost = (path: string) => fetch(running.url + path, { headers: { Host: "[" } });
  expect((await withHost(`/realtime/v1/websocket?apikey=${EMBEDDED_KEY}`)).status).toBe(400);
  expect((await withHost("/api/oembed?url=https://kinora.example/shared/x")).status).toBe(404);
  await running.close();
});
